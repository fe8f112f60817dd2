-- Lists of properties that users put together by hand. A deleted list can be restored for a while.
create table property_lists (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  name text not null,
  properties integer not null default 0,
  -- Counts the changes of its properties.
  revision integer not null default 1,
  -- How many of its properties the county datasets had, as of a revision and a version of the data.
  found integer,
  found_version text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  deleted_at timestamptz
);
create unique index property_lists_name on property_lists (user_id, lower(name)) where deleted_at is null;
create index property_lists_page on property_lists (user_id, updated_at desc, id) where deleted_at is null;
create index property_lists_deleted on property_lists (deleted_at) where deleted_at is not null;

create table property_list_entries (
  list_id uuid not null references property_lists on delete cascade,
  property_id text not null,
  added_at timestamptz not null,
  primary key (list_id, property_id)
);

-- A limit to lists counts as a filter; no stored criteria have it yet.
create or replace function criteria_facts(criteria jsonb, ids jsonb) returns jsonb language sql immutable parallel safe as $$
  select jsonb_build_object(
    'filters', (
      select count(*) from
        jsonb_each(case jsonb_typeof(criteria) when 'object' then criteria else '{}' end) part,
        jsonb_each(case jsonb_typeof(part.value) when 'object' then part.value else '{}' end) field
      where part.key in
          ('property', 'owner', 'mortgage', 'sale', 'signals', 'contact', 'building', 'assessment')
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
      + (criteria @? '$.only.orderId')::integer
      + (criteria @? '$.only.listIds[0]')::integer,
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
