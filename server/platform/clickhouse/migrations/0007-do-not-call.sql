-- Numbers that may not be called, by the load that brought them: a load is dropped whole. Sorted, so that each takes a byte
-- or two, and a list of numbers is looked up in the blocks they can be in.

create table if not exists dnc_numbers (
  load UInt32,
  number UInt64 codec(Delta, ZSTD)
)
engine = MergeTree
partition by load
order by number;

-- What a change list says, by the load that is made of it; gone once the load stands.
create table if not exists dnc_changes (
  load UInt32,
  number UInt64 codec(Delta, ZSTD),
  -- Of the file: of two lines about one number the later counts.
  line UInt64 codec(Delta, ZSTD),
  is_added Bool
)
engine = MergeTree
partition by load
order by number;
