"""Questions of ``cardwright odds`` about poker: equity, starting hands, one street solved, video poker."""
