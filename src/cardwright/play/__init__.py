"""One game being played: versions, clocks, luck, records and proofs."""
