-- The owner names that users who see masked owners searched for on a day. A name that another one extended within a
-- minute was still being typed and does not count.
create table name_searches (
  user_id uuid not null references users on delete cascade,
  day date not null,
  name text not null,
  searched_at timestamptz not null,
  is_counted boolean not null default true,
  primary key (user_id, day, name)
);
create index name_searches_day on name_searches (day);
