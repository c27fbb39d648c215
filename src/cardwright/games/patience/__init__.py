"""Po& Poker Patience: alone, fifty cards into two layouts of five by five."""
