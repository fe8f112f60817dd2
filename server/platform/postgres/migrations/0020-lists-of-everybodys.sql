-- What the lists of everybody's users, campaigns and orders need to answer at once, however long they are.

-- Any part of a text is found by the triples of its characters.
create extension if not exists pg_trgm;

create index users_search on users using gin (search_text gin_trgm_ops);

-- Counted, and walked to a page far behind, without a look at the users themselves: an index of an expression is not read
-- alone.
alter table users add column full_name text not null
  generated always as (lower(first_name || ' ' || last_name)) stored;
drop index users_newest;
drop index users_by_name;
create index users_newest on users (created_at desc, id desc) include (role, closed_at);
create index users_by_name on users (full_name, id) include (role, closed_at);

-- What an order costs, captured or held while it is under way, kept beside it to be sorted by.
alter table orders add column total_price bigint not null default 0;
alter table orders add column updated_at timestamptz not null default now();
-- What a campaign's orders come to.
alter table campaigns add column order_count integer not null default 0;
alter table campaigns add column leads_delivered bigint not null default 0;
alter table campaigns add column total_price bigint not null default 0;

update orders set
  total_price = coalesce((
    select case when settled_at is null then subscription + on_demand else captured end
    from credit_holds where order_id = orders.id
  ), 0),
  updated_at = greatest(created_at, (select max(at) from order_transitions where order_id = orders.id));
update campaigns set order_count = sums.orders, leads_delivered = sums.leads, total_price = sums.price
  from (
    select campaign_id, count(*) as orders, sum(delivered_quantity) as leads, sum(total_price) as price
    from orders group by campaign_id
  ) sums
  where sums.campaign_id = campaigns.id;

-- A hold that nobody could have made is found out by the check of the ledger: it must not fail here before.
create function price_order() returns trigger language plpgsql as $$
begin
  update orders
    set total_price = case
      when new.settled_at is null then least(new.subscription::numeric + new.on_demand, 9223372036854775807)
      else new.captured
    end
    where id = new.order_id;
  return null;
end $$;
create trigger price_order after insert or update of subscription, on_demand, captured, settled_at on credit_holds
  for each row execute function price_order();

create function sum_campaign() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update campaigns set
      order_count = order_count + 1,
      leads_delivered = leads_delivered + new.delivered_quantity,
      total_price = total_price + new.total_price
      where id = new.campaign_id;
  else
    update campaigns set
      leads_delivered = leads_delivered + new.delivered_quantity - old.delivered_quantity,
      total_price = total_price + new.total_price - old.total_price
      where id = new.campaign_id;
  end if;
  return null;
end $$;
-- At the commit, so that a campaign is the last that a transaction waits for: whoever places an order waits for the
-- account after it, and whoever settles one has the account already.
create constraint trigger count_in_campaign after insert on orders deferrable initially deferred
  for each row when (new.campaign_id is not null) execute function sum_campaign();
create constraint trigger sum_in_campaign after update of total_price, delivered_quantity on orders
  deferrable initially deferred
  for each row when (
    new.campaign_id is not null
    and (new.total_price, new.delivered_quantity) is distinct from (old.total_price, old.delivered_quantity)
  ) execute function sum_campaign();

-- What each is found by, in lower case once and not at each search.
alter table orders add column search_text text not null generated always as (lower(order_name)) stored;
alter table campaigns add column search_text text not null generated always as (lower(name)) stored;
create index orders_search on orders using gin (search_text gin_trgm_ops);
alter table api_keys add column search_text text not null generated always as (lower(name || E'\n' || prefix)) stored;
alter table webhooks add column search_text text not null generated always as (lower(url)) stored;
create index campaigns_search on campaigns using gin (search_text gin_trgm_ops);

-- The parts of a text that are of one and of two characters, as which it is found by less than a triple.
create function short_parts(whole text) returns text[] language plpgsql immutable strict parallel safe as $$
begin
  return string_to_array(whole, null)
    || string_to_array(regexp_replace(whole, '(..)', E'\\1\x01', 'g'), E'\x01')
    || string_to_array(regexp_replace(substr(whole, 2), '(..)', E'\\1\x01', 'g'), E'\x01');
end $$;
create index orders_short_search on orders using gin (short_parts(search_text));
create index campaigns_short_search on campaigns using gin (short_parts(search_text));

-- Each order of the lists, with what they are narrowed by: a page far behind is found, and what there is is counted,
-- without a look at the orders themselves.
drop index orders_placed;
create index orders_newest on orders (created_at desc, id desc)
  include (campaign_type, internal_status, campaign_id);
create index orders_changed on orders (updated_at desc, id desc)
  include (created_at, campaign_type, internal_status, campaign_id);
create index orders_dearest on orders (total_price desc, id desc)
  include (created_at, campaign_type, internal_status, campaign_id);
create index orders_kinds on orders (internal_status, campaign_type);
create index orders_kinds_of_campaigns on orders (internal_status, campaign_type) where campaign_id is not null;
create index campaigns_newest on campaigns (created_at desc, id desc) include (campaign_type);
create index campaigns_changed on campaigns (updated_at desc, id desc) include (created_at, campaign_type);
create index campaigns_dearest on campaigns (total_price desc, id desc) include (created_at, campaign_type);
