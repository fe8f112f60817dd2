-- The saved search that the audience of an order comes from, as {"id", "name"}: the order keeps the name it had, also when
-- the search is renamed or deleted.
alter table orders add column source_search jsonb;
