-- What a user owns of a lead is said once: a Call Ready order can add the phones of leads purchased for mail, at the
-- difference of both prices; an order keeps the counts of its quote; and a lead of several orders is one card of the board.

-- A lead is a property and its owner. Every order that delivered it has a row, and one of them is its card: the newest that
-- has phones, else the newest. All have the stage of the card.
alter table pipeline_leads add column owner_key text;
alter table pipeline_leads add column is_card boolean not null default true;

update pipeline_leads set owner_key = order_leads.owner_key
from order_leads
where order_leads.order_id = pipeline_leads.order_id and order_leads.property_id = pipeline_leads.property_id;
update pipeline_leads set owner_key = '' where owner_key is null;
alter table pipeline_leads alter column owner_key set not null;

create index pipeline_leads_lead on pipeline_leads (user_id, property_id, owner_key);

with leads as (
  select board.order_id, board.property_id,
    row_number() over (same_lead order by (orders.campaign_type = 'CALL_READY') desc, orders.completed_at desc, board.order_id)
      as place,
    first_value(board.stage) over moved_last as stage,
    first_value(board.staged_at) over moved_last as staged_at,
    count(*) over (partition by board.user_id, board.property_id, board.owner_key) as orders
  from pipeline_leads board join orders on orders.id = board.order_id
  window same_lead as (partition by board.user_id, board.property_id, board.owner_key),
    moved_last as (same_lead order by (board.stage <> 'NEW') desc, board.staged_at desc, board.order_id)
)
update pipeline_leads set is_card = leads.place = 1, stage = leads.stage, staged_at = leads.staged_at
from leads
where leads.orders > 1 and leads.order_id = pipeline_leads.order_id and leads.property_id = pipeline_leads.property_id;

create index pipeline_leads_cards on pipeline_leads (user_id, stage, staged_at, order_id, property_id) where is_card;
drop index pipeline_leads_user;

-- Processes of the release before insert leads without an owner, also by the former name.
create or replace view board_leads as select * from pipeline_leads;
comment on view board_leads is 'Former name of pipeline_leads';

create function pipeline_leads_former_names() returns trigger language plpgsql as $$
begin
  if new.owner_key is null then
    select owner_key into new.owner_key from order_leads where order_id = new.order_id and property_id = new.property_id;
    new.owner_key := coalesce(new.owner_key, '');
    new.is_card := not exists (
      select from pipeline_leads
      where user_id = new.user_id and property_id = new.property_id and owner_key = new.owner_key and is_card
    );
  end if;
  return new;
end $$;
create trigger pipeline_leads_former_names before insert on pipeline_leads
  for each row execute function pipeline_leads_former_names();

analyze pipeline_leads;

-- Last, for until the end nobody reads or writes orders after this.
alter table orders add column add_phones boolean not null default false;
alter table orders add column credits_to_add_phones integer not null default 0 check (credits_to_add_phones >= 0);
alter table orders add column quote jsonb;

-- Leads purchased for mail before, of which the order charged the phones alone.
alter table order_leads add column adds_phones boolean not null default false;
