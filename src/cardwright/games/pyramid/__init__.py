"""Pyramid Poker: build a pyramid of hidden bricks, then take it apart into three hands."""
