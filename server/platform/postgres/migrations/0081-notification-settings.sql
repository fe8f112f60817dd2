-- How each kind of notification reaches a user: one row for each kind with a choice, all channels without one.
create table notification_settings (
  user_id uuid not null references users on delete cascade,
  kind text not null,
  in_app boolean not null default true,
  by_mail boolean not null default true,
  by_webhook boolean not null default true,
  primary key (user_id, kind)
);

-- Users who had switched off mails about orders.
insert into notification_settings (user_id, kind, by_mail)
select id, kind, false
from users cross join unnest(array['ORDER_READY', 'ORDER_FAILED', 'ORDER_EXPIRING', 'ORDER_EXPIRED']) kind
where not has_order_mails;

alter table users drop column has_order_mails;
