-- What a user has to do about a lead: by the lead, not by an order, so that all orders that delivered it share it.
create table lead_tasks (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  -- Unsigned 64-bit, so text.
  property_id text not null,
  owner_key text not null,
  title text not null,
  note text,
  -- As the user chose it, on the clocks of their time zone.
  due_day date not null,
  due_time text,
  time_zone text not null,
  -- What follows from it: the start of the day, and from when on the task is overdue.
  starts_at timestamptz not null,
  due_at timestamptz not null,
  reminder text not null check (reminder in ('NONE', 'ON_TIME', 'HOUR_BEFORE', 'DAY_BEFORE')),
  -- Null once it has been sent, and when there is none to send.
  remind_at timestamptz,
  digest_at timestamptz,
  -- The administrator, where one acted as the user.
  actor_id uuid not null references users,
  created_at timestamptz not null,
  done_at timestamptz,
  -- A deleted task can be restored for a while.
  deleted_at timestamptz
);
create index lead_tasks_lead on lead_tasks (user_id, property_id, owner_key);
create index lead_tasks_open on lead_tasks (user_id, due_at, id) where done_at is null and deleted_at is null;
create index lead_tasks_done on lead_tasks (user_id, done_at desc, id) where done_at is not null and deleted_at is null;
create index lead_tasks_remind on lead_tasks (remind_at) where remind_at is not null;
create index lead_tasks_digest on lead_tasks (digest_at) where digest_at is not null;
create index lead_tasks_deleted on lead_tasks (deleted_at) where deleted_at is not null;
