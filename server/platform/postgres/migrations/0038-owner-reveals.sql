-- Owners that users looked at without a purchase. An owner without a key is '', as in lead_purchases.
create table owner_reveals (
  user_id uuid not null references users on delete cascade,
  property_id text not null,
  owner_key text not null,
  revealed_at timestamptz not null,
  primary key (user_id, property_id, owner_key)
);
create index owner_reveals_revealed_at on owner_reveals (revealed_at);

-- A page of properties asks which of its owners the user has purchased, whatever property it was for.
create index lead_purchases_owner on lead_purchases (user_id, owner_key, property_id);
