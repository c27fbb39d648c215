"""Poker in which bets go round until two players compare their hands, as in Teen Patti and brag (PK20)."""
