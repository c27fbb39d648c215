"""Read and write the file formats of other programs: hand histories of poker."""
