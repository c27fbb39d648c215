"""Matches and leagues between bots, and adapters for libraries of reinforcement learning and game theory.

`match` plays duplicate deals in shards, `league` rates bots by them, `bots` finds a bot by its name, its class or its
command. An adapter imports its library, so each is a module of its own that nothing else here imports.
"""
