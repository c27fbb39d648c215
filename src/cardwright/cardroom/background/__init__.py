"""Work without a request: turns of bots, clocks, heartbeats, and the entries that other processes have written."""
