"""The statements that the log's two databases share. Each parameter is a ``?``."""

READ = "select game, seq, at, body from event where game = ? and seq >= ? order by seq"
SNAPSHOT = """
select snapshot.seq, last.at, snapshot.body, first.game, first.seq, first.at, first.body from snapshot
join event last on last.game = snapshot.game and last.seq = snapshot.seq - 1 and last.link = snapshot.link
join event first on first.game = snapshot.game and first.seq = 0
where snapshot.game = ?
"""
KEEP_SNAPSHOT = """
insert into snapshot (game, seq, link, body)
select game, seq + 1, link, ? from event where game = ? and seq = ? and link is not null
on conflict (game) do update set seq = excluded.seq, link = excluded.link, body = excluded.body
"""
SNAPSHOT_GAMES = "select game from snapshot order by game"
# SQLite sorts by an index: a further key would have the whole log sorted. A row is the last if there is no next one:
# with the largest number instead, PostgreSQL without statistics sorts the whole log.
TAILS = """
select game, seq, at, body from event
where at >= ?
    and not exists (select 1 from event later where later.game = event.game and later.seq = event.seq + 1)
order by at desc limit ?
"""
HEARTBEAT = """
insert into uptime (server, began, until) values (?, ?, ?)
on conflict (server) do update set until = excluded.until
"""
UPTIMES = "select began, until from uptime order by began, until"
SPANS = "select server, began, until from uptime"
CORRECT_CLOCK = "update log_clock set correction = ? where correction = ?"
