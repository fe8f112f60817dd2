-- What administrators do to accounts, orders and webhooks.

-- A new user chooses a password by the code of an invitation.
alter table email_codes drop constraint email_codes_purpose_check;
alter table email_codes add constraint email_codes_purpose_check
  check (purpose in ('VERIFY_EMAIL', 'RESET_PASSWORD', 'INVITATION'));

-- Nobody has registered it, so nobody who registers takes its place, and it waits for its owner however long.
alter table users add column made_by_administrator boolean not null default false;

-- The failed order in whose place an administrator placed it; a failed order is placed again once.
alter table orders add column retry_of uuid unique references orders;

-- What the contact provider that the step under way waits for last failed by; null where it waits for none.
alter table orders add column put_off text;

alter table webhooks drop constraint webhooks_disabled_reason_check;
alter table webhooks add constraint webhooks_disabled_reason_check
  check (disabled_reason in ('BY_USER', 'BY_ADMIN', 'GONE', 'FAILING'));
-- The reason that an administrator gave, which its owner reads.
alter table webhooks add column disabled_note text;
alter table webhooks add constraint webhooks_disabled_note
  check ((disabled_note is not null) = (disabled_reason is not distinct from 'BY_ADMIN'));
-- Why and since when it was disabled as an administrator disabled it too: as it is again once one enables it.
alter table webhooks add column disabled_before text check (disabled_before in ('BY_USER', 'GONE', 'FAILING'));
alter table webhooks add column disabled_before_at timestamptz;
alter table webhooks add constraint webhooks_disabled_before
  check ((disabled_before is null) = (disabled_before_at is null) and (disabled_before is null or disabled_note is not null));
-- The attempts of all webhooks are added up over a day.
create index webhook_hours_newest on webhook_hours (hour);

-- How the payment provider does, however much was paid.
create index payment_transactions_provider on payment_transactions (provider, paid_at);
create index payment_transactions_failed on payment_transactions (provider, created_at) where status = 'FAILED';
create index payment_events_waiting on payment_events (provider) where applied_at is null and object_kind <> 'OTHER';
