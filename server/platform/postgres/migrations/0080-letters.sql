-- Letters and postcards to the owners of delivered leads, and who was sent what.

create table letter_templates (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  name text not null,
  kind text not null check (kind in ('LETTER', 'POSTCARD')),
  text text not null,
  back_text text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index letter_templates_by_user on letter_templates (user_id);

create table letter_senders (
  user_id uuid primary key references users on delete cascade,
  sender jsonb not null,
  updated_at timestamptz not null
);

-- The text and the return address are copies: a template that is edited later changes no mailing.
create table mailings (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  name text not null,
  kind text not null check (kind in ('LETTER', 'POSTCARD')),
  template_id uuid references letter_templates on delete set null,
  template_name text not null,
  text text not null,
  back_text text not null,
  sender jsonb not null,
  recipients integer not null,
  -- Leads that were left out, by reason.
  excluded jsonb not null,
  -- The day it went to the post office, as the user says; null before.
  sent_on date,
  created_at timestamptz not null
);
create index mailings_by_user on mailings (user_id, created_at desc, id);
create index mailings_by_template on mailings (template_id);

create table mailing_recipients (
  mailing_id uuid not null references mailings on delete cascade,
  position integer not null,
  user_id uuid not null references users on delete cascade,
  order_id uuid not null references orders on delete cascade,
  property_id text not null,
  owner_key text not null,
  -- The same for the same owner at the same mailing address, in whatever order they came.
  recipient_key text not null,
  addressee text not null,
  street text not null,
  city text not null,
  state text not null,
  zip text not null,
  primary key (mailing_id, position)
);
create index mailing_recipients_by_key on mailing_recipients (user_id, recipient_key);
create index mailing_recipients_by_lead on mailing_recipients (user_id, property_id, owner_key);
create index mailing_recipients_by_order on mailing_recipients (order_id);

-- Files are made on request and deleted after a day.
create table mailing_files (
  mailing_id uuid not null references mailings on delete cascade,
  format text not null check (format in ('SHEETS', 'LABELS', 'CSV')),
  status text not null check (status in ('MAKING', 'READY', 'FAILED')),
  file_key text not null,
  done integer not null default 0,
  started_at timestamptz not null,
  primary key (mailing_id, format)
);
create index mailing_files_by_age on mailing_files (started_at);
