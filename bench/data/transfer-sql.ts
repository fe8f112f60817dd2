/** One property in this many has its sales in a second source too. */
const rowsPerSecondSource = 8

/**
 * The sales of one chunk of generated properties: the last of each, and the one before, as a county dataset has its
 * deeds. Some buyers have no mailing address; earlier buyers are often one of the county's few who buy a lot. A second
 * source repeats some sales, with the month alone or with the day of the recording, sometimes without the buyer's
 * address.
 */
export const transferSql = (chunk: number) => `
  insert into transfers (source, property_id, state, county_fips, lat, lng, recorded_on, is_month_only, price,
    deed_type, buyer, buyer_key, buyer_type, seller, seller_key, loan_amount, lender, cash_purchase, arms_length,
    ingested_at)
  with
    cityHash64(property_id, 'sales') as chance,
    bitTest(chance, 8) as by_month,
    cityHash64(county_fips, toUInt32(chance % 60), 'owner') as investor,
    arrayFilter(sale -> isNotNull(sale.1), [
      (last_sale_date, last_sale_price, if(mailing_address = '', 0, owner_key), owner_type,
        arrayStringConcat(owner_names, ' & ')),
      (previous_sale_date, previous_sale_price, if(chance % 3 = 0, investor, cityHash64(property_id, 'before')),
        'INDIVIDUAL', 'SAMPLER, TESSA')]) as sales,
    arrayMap(sale -> (source, assumeNotNull(sale.1), false, sale.2, sale.3, sale.4, sale.5, cash_purchase, arms_length),
      sales) as reported,
    arrayMap(sale -> ('bench-sales', if(by_month, toStartOfMonth(sale.2), sale.2 + chance % 7), by_month, sale.4,
      if(bitTest(chance, 9), 0, sale.5), sale.6, sale.7, null, null),
      if(chance % ${rowsPerSecondSource} = 0, reported, [])) as reported_again
  select deed.1, property_id, state, county_fips, lat, lng, deed.2, deed.3, deed.4, last_sale_deed_type, deed.7, deed.5,
    deed.6, 'FORMER, OWNER', cityHash64(property_id, 'seller'),
    if(ifNull(deed.8, true), null, intDiv(deed.4 * 7, 10)), if(ifNull(deed.8, true), '', 'EXAMPLE SAVINGS BANK'),
    deed.8, deed.9, toDateTime('2026-11-01 00:00:00', 'UTC')
  from properties array join arrayConcat(reported, reported_again) as deed
  where (state, county_fips) in (select state, county from bench_zips where chunk = ${chunk})
    and zip in (select zip from bench_zips where chunk = ${chunk})
  settings max_threads = 1, min_insert_block_size_rows = 2000000, min_insert_block_size_bytes = 0`
