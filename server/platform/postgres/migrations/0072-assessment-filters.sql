-- The filters of buildings and of assessments count as those of properties do; no stored criteria have them yet.
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
