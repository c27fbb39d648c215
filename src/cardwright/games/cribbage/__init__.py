"""Cribbage: two players, a crib and a pegging board."""
