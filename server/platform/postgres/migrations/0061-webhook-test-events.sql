-- Whether a webhook gets the events of orders placed with test keys: receivers made before there were such orders would take
-- their leads for real.
alter table webhooks add column sends_test_events boolean not null default false;
