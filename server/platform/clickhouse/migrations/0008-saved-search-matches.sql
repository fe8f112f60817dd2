-- What saved searches found, by the number of the count that found it: compared with what a later count finds. Sets that
-- are of no use any more are deleted together. Not partitioned: with sixteen partitions, deleting from 300 sets of 20,000
-- took seven seconds whatever was deleted, without any 0.3 to 0.8.

create table if not exists saved_search_matches (
  match_set UInt32 codec(Delta, ZSTD),
  property_id UInt64 codec(Delta, ZSTD)
)
engine = MergeTree
order by (match_set, property_id);
