-- What leads a new account to its first order: the step that no other table shows, and whether the list was dismissed.
create table first_steps (
  user_id uuid primary key references users on delete cascade,
  first_search_at timestamptz,
  dismissed_at timestamptz
);
-- Users with a saved search or an order have searched; those with an order need no list.
insert into first_steps (user_id, first_search_at, dismissed_at)
  select user_id, min(orders.created_at), now() from orders join users on users.id = user_id group by user_id;
insert into first_steps (user_id, first_search_at)
  select user_id, min(saved_searches.created_at) from saved_searches join users on users.id = user_id group by user_id
  on conflict do nothing;
