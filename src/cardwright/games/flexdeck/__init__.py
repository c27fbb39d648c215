"""Flexdeck Dice Poker: double-nine dominoes as ten-sided dice, two players."""
