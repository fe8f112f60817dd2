-- Orders of one lead, placed from its property without a form. They are one entry of the order list, and a second click
-- joins the order in progress.
alter table orders add column single_property_id text;
create index orders_single on orders (user_id, single_property_id, created_at desc, id) where single_property_id is not null;
