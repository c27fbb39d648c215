"""What goes on without a request: turns of bots, clocks, heartbeats, and what other processes have written."""
