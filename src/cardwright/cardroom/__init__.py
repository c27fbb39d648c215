"""The cardroom: live tables of people and bots, kept in an event log. It knows no HTTP."""
