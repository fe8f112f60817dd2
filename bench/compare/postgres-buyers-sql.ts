import type { BuyerQuestion, QuestionContext } from '../data/questions.ts'
import { applyRim, withinCircle } from './postgres-sql.ts'

/**
 * Buyers around a point, as the API returns them: reports of the same sale merged by the rule of `groupSalesSql`, resales
 * found, and the buyers of the page with their holdings and deeds. Most parcels have a single deed, need none of that
 * and are excluded from sorting. Whole months are read, because the reports of a sale may lie on both sides of the
 * first day.
 */
export const buyersSql = (
  { subject, miles, months, price, limit }: BuyerQuestion,
  { today, atRim }: QuestionContext,
) => `
  with days as (
    select today, since, earliest, date_trunc('month', earliest)::date as first_read,
      (date_trunc('month', today) + interval '1 month - 1 day')::date as last_read
    from (select date '${today}' as today, (date '${today}' - interval '${months} months')::date as since,
      ((date '${today}' - interval '${months} months')::date - interval '18 months')::date as earliest) as asked
  ), word as materialized (
    select property_id, source, state, recorded_on, is_month_only, price, deed_type, is_deed_inferred, document, seller,
      buyer, buyer_key, buyer_type, coalesce(cash_purchase, case when loan_amount > 0 then false end) as cash,
      arms_length is distinct from false as is_at_arms_length
    from transfers where ${applyRim(withinCircle({ ...subject, miles }), atRim)}
      and recorded_on between (select first_read from days) and (select last_read from days)
  ), several as materialized (
    select property_id from word group by property_id having count(*) > 1
  ), named as (
    select *, case when price is null then recorded_on else date_trunc('month', recorded_on)::date end as dated_on
    from word where property_id in (select property_id from several)
  ), numbered as (
    select *, row_number() over (partition by property_id, dated_on, price, source
      order by recorded_on desc, document) as nth
    from named
  ), deduplicated as (
    select distinct on (property_id, dated_on, price, nth) property_id, source, state,
      coalesce(max(recorded_on) filter (where not is_month_only) over same, max(recorded_on) over same) as recorded_on,
      bool_and(is_month_only) over same as is_month_only, price,
      (array_agg(cash) filter (where cash is not null) over (same order by ${eventRank}
        rows between unbounded preceding and unbounded following))[1] as cash,
      deed_type, is_deed_inferred, seller, buyer, buyer_key, buyer_type,
      bool_and(is_at_arms_length) over same as is_at_arms_length
    from numbered window same as (partition by property_id, dated_on, price, nth)
    order by property_id, dated_on, price, nth,
      case when buyer_key <> 0 then 0 when buyer <> '' then 1 else 2 end, ${eventRank}
  ), merged as materialized (
    select property_id, source, state, recorded_on, is_month_only, price, cash, deed_type, is_deed_inferred, seller,
      buyer, buyer_key, buyer_type
    from deduplicated where is_at_arms_length
  ), resold as (
    select sale.property_id, sale.recorded_on, sale.buyer_key, sale.buyer, min(next.recorded_on) as resold_on
    from merged as sale join merged as next using (property_id)
    where next.recorded_on > sale.recorded_on and (next.buyer_key <> 0 or next.buyer <> '')
      and (next.buyer_key = 0 or next.buyer_key <> sale.buyer_key)
      and (next.buyer = '' or upper(next.buyer) <> upper(sale.buyer))
    group by sale.property_id, sale.recorded_on, sale.buyer_key, sale.buyer
    having min(next.recorded_on) <= (select today from days)
  ), sale as (
    select property_id, source, state, recorded_on, is_month_only, price, cash, deed_type, is_deed_inferred, seller,
      buyer, buyer_key, buyer_type, null::date as resold_on
    from word where is_at_arms_length and property_id not in (select property_id from several)
    union all
    select merged.*, resold_on from merged left join resold using (property_id, recorded_on, buyer_key, buyer)
  ), bought as materialized (
    select sale.*, recorded_on >= since as is_counted,
      coalesce(resold_on <= (recorded_on + interval '18 months')::date, false) as is_flip
    from sale, days
    where recorded_on between earliest and today and (recorded_on >= since or resold_on >= since)
      and buyer_type <> 'GOVERNMENT' and price >= ${price.min}
  ), buyers as materialized (
    select buyer_key, count(*) filter (where is_counted) as purchases,
      max(recorded_on) filter (where is_counted) as last_purchase,
      percentile_cont(0.5) within group (order by price) filter (where is_counted) as median_price,
      percentile_cont(0.5) within group (order by 12 * extract(year from age(resold_on, recorded_on))
        + extract(month from age(resold_on, recorded_on))) as median_months,
      count(*) filter (where is_counted and cash is not null) as known_payments,
      count(*) filter (where is_counted and cash) as cash_purchases
    from bought group by buyer_key having bool_or(is_counted)
  ), page as (
    select * from buyers where buyer_key <> 0 order by ${buyerRank} limit ${limit}
  )
  select page.*, last_purchase::text as last_day, held.*, shown.deeds, total, unresolved
  from (select count(*) filter (where buyer_key <> 0) as total,
      coalesce(max(purchases) filter (where buyer_key = 0), 0) as unresolved from buyers) as totals
  left join page on true
  left join lateral (
    select count(distinct property_id) as owned,
      (array_agg(property_id order by is_mailable desc, cardinality(owner_names) = 0, property_id))[1] as contact,
      (array_agg(mailing_address order by property_id))[1] as mailing_address,
      (array_agg(mailing_city order by property_id))[1] as mailing_city,
      (array_agg(mailing_state order by property_id))[1] as mailing_state,
      (array_agg(mailing_zip order by property_id))[1] as mailing_zip
    from properties where owner_key = page.buyer_key) as held on true
  left join lateral (
    select json_agg(to_jsonb(deed) || jsonb_build_object('property_id', property_id::text)
      order by recorded_on desc, property_id, source) as deeds
    from (
      select latest.*, address, unit, city, zip
      from (
        select property_id, source, state, recorded_on, is_month_only, price, deed_type, is_deed_inferred, buyer,
          buyer_type, seller, cash, resold_on
        from bought where bought.buyer_key = page.buyer_key and (is_counted or is_flip)
        order by recorded_on desc, property_id, source limit 25) as latest
      left join lateral (
        select address, unit, city, zip from properties where properties.property_id = latest.property_id limit 1
      ) as place on true
    ) as deed) as shown on true
  order by ${buyerRank}`

/** The order in which the reports of a sale take precedence. */
const eventRank =
  "numbered.is_month_only, numbered.recorded_on desc, deed_type in ('', 'UNKNOWN'), is_deed_inferred, source"

// Keys are unsigned in the store.
const buyerRank = 'purchases desc, last_purchase desc, buyer_key < 0, buyer_key'
