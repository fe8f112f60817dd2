-- The property ids of criteria, which may be ten thousand, stand beside the filters and are read with them only where one
-- thing is read whole. Null where there are none, and of what was stored before, whose ids are still among its filters.
alter table saved_searches add column criteria_ids jsonb;
alter table campaigns add column criteria_ids jsonb;
alter table orders add column criteria_ids jsonb;
