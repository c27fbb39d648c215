"""A table of the cardroom, computed from its log: seats, game, chat and news."""
