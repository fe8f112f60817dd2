-- What happened to a user's orders and credits, shown under the bell of the portal. Ids grow with time.
create table notifications (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  kind text not null,
  title text not null,
  body text not null,
  path text not null,
  created_at timestamptz not null,
  read_at timestamptz
);
create index notifications_user on notifications (user_id, id desc);
create index notifications_unread on notifications (user_id) where read_at is null;
create index notifications_created_at on notifications (created_at);

-- Whether a user gets mails about orders, and mails and notifications when orders placed with an API key are ready or fail,
-- of which there can be hundreds a day.
alter table users
  add column has_order_mails boolean not null default true,
  add column has_api_order_notices boolean not null default false;
