-- Lists of addresses and properties that users leave out of their searches and orders. Of an address only its words in
-- one spelling are kept, by which it is compared.
create table suppression_lists (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  name text not null,
  file_name text not null,
  rows_read integer not null,
  rows_rejected integer not null,
  rejected jsonb not null,
  entries integer not null,
  -- Counts the files.
  revision integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index suppression_lists_name on suppression_lists (user_id, lower(name));
create index suppression_lists_page on suppression_lists (user_id, created_at desc, id);

-- PROPERTY: a property id. ADDRESS: street and unit. LINE: the same with city and state, where a file does not say where
-- the street ends.
create table suppression_entries (
  list_id uuid not null references suppression_lists on delete cascade,
  kind text not null check (kind in ('PROPERTY', 'ADDRESS', 'LINE')),
  zip text not null,
  value text not null,
  primary key (list_id, kind, zip, value)
);

-- The properties that a list matches, as of a version of the list and of the property data.
create table suppression_matches (
  list_id uuid primary key references suppression_lists on delete cascade,
  version text not null,
  property_ids text not null,
  properties integer not null
);

-- The entries that a user added on a day: deleting a list does not give them back.
create table suppression_daily_entries (
  user_id uuid not null references users on delete cascade,
  day date not null,
  entries integer not null,
  primary key (user_id, day)
);
create index suppression_daily_entries_day on suppression_daily_entries (day);

-- Lists of searches, campaigns and orders count as filters the exclusion of suppression lists, orders and campaigns; no
-- stored criteria have them yet.
create or replace function criteria_facts(criteria jsonb, ids jsonb) returns jsonb language sql immutable parallel safe as $$
  select jsonb_build_object(
    'filters', (
      select count(*) from
        jsonb_each(case jsonb_typeof(criteria) when 'object' then criteria else '{}' end) part,
        jsonb_each(case jsonb_typeof(part.value) when 'object' then part.value else '{}' end) field
      where part.key in ('property', 'owner', 'mortgage', 'sale', 'signals', 'contact')
        and field.value not in ('{}', '[]', 'null')
      )
      + (criteria @? '$.exclude.savedSearchIds[0]')::integer
      + (criteria @? '$.exclude.suppressionListIds[0]')::integer
      + (criteria @? '$.exclude.orderIds[0]')::integer
      + (criteria @? '$.exclude.campaignIds[0]')::integer
      + (criteria @? '$.exclude.propertyIds[0]' or coalesce(ids ? 'exclude', false))::integer
      + (criteria @? '$.exclude.delivered ? (@ == false)')::integer
      + (criteria @? '$.exclude.institutional ? (@ == true)')::integer
      + (criteria @? '$.only.purchased')::integer
      + (criteria @? '$.only.orderId')::integer,
    'places', jsonb_array_length(jsonb_path_query_array(criteria, '$.location.states[*]'))
      + jsonb_array_length(jsonb_path_query_array(criteria, '$.location.counties[*]'))
      + jsonb_array_length(jsonb_path_query_array(criteria, '$.location.cities[*]'))
      + jsonb_array_length(jsonb_path_query_array(criteria, '$.location.zips[*]'))
      + (criteria @? '$.location.near')::integer
      + (criteria @? '$.location.polygons[0]')::integer,
    'firstPlace', case
      when criteria @? '$.location.states[0]'
        then jsonb_build_object('kind', 'states', 'value', left(criteria #>> '{location,states,0}', 100))
      when criteria @? '$.location.counties[0]'
        then jsonb_build_object('kind', 'counties', 'value', left(criteria #>> '{location,counties,0}', 100))
      when criteria @? '$.location.cities[0]'
        then jsonb_build_object('kind', 'cities', 'value', left(criteria #>> '{location,cities,0}', 100))
      when criteria @? '$.location.zips[0]'
        then jsonb_build_object('kind', 'zips', 'value', left(criteria #>> '{location,zips,0}', 100))
      when criteria @? '$.location.near'
        then jsonb_build_object('kind', 'near', 'miles', criteria #> '{location,near,miles}')
      when criteria @? '$.location.polygons[0]' then jsonb_build_object(
        'kind', 'polygons',
        'areas', jsonb_array_length(jsonb_path_query_array(criteria, '$.location.polygons[*]'))
      )
    end,
    'stacked', jsonb_array_length(jsonb_path_query_array(criteria, '$.stack.of[*]')),
    'chosen', jsonb_array_length(jsonb_path_query_array(criteria, '$.only.propertyIds[*]'))
      + jsonb_array_length(jsonb_path_query_array(coalesce(ids, '{}'), '$.only[*]')),
    'excludesSearches', criteria @? '$.exclude.savedSearchIds[0]',
    'excludesDelivered', not (criteria @? '$.exclude.delivered ? (@ == false)'
      or criteria @? '$.only.purchased' or criteria @? '$.only.orderId')
  )
$$;
