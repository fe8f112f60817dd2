-- What a list says of criteria, so that no list reads them: how many places there are and which is the first, how many
-- searches are stacked, how many properties were chosen, how many filters are set beside these, and whether leads delivered
-- before and saved searches are excluded. A city has no longest name, so the first place is cut.
create function criteria_facts(criteria jsonb, ids jsonb) returns jsonb language sql immutable parallel safe as $$
  select jsonb_build_object(
    'filters', (
      select count(*) from
        jsonb_each(case jsonb_typeof(criteria) when 'object' then criteria else '{}' end) part,
        jsonb_each(case jsonb_typeof(part.value) when 'object' then part.value else '{}' end) field
      where part.key in ('property', 'owner', 'mortgage', 'sale', 'signals', 'contact')
        and field.value not in ('{}', '[]', 'null')
      )
      + (criteria @? '$.exclude.savedSearchIds[0]')::integer
      + (criteria @? '$.exclude.propertyIds[0]' or coalesce(ids ? 'exclude', false))::integer
      + (criteria @? '$.exclude.delivered ? (@ == false)')::integer,
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
    'excludesDelivered', not criteria @? '$.exclude.delivered ? (@ == false)'
  )
$$;

alter table saved_searches add column criteria_facts jsonb not null
  generated always as (criteria_facts(criteria, criteria_ids)) stored;
alter table campaigns add column criteria_facts jsonb not null
  generated always as (criteria_facts(criteria, criteria_ids)) stored;
alter table orders add column criteria_facts jsonb not null
  generated always as (criteria_facts(criteria, criteria_ids)) stored;
