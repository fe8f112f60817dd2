/** The sales of one chunk of generated properties: the last of each, and the one before, as a roll has its deeds. */
export const transferSql = (chunk: number) => `
  insert into transfers (source, property_id, state, county_fips, lat, lng, recorded_on, price, deed_type, buyer, buyer_key,
    buyer_type, seller, seller_key, loan_amount, lender, cash_purchase, arms_length, ingested_at)
  with
    arrayFilter(sale -> isNotNull(sale.1), [
      (last_sale_date, last_sale_price, owner_key, owner_type, arrayStringConcat(owner_names, ' & ')),
      (previous_sale_date, previous_sale_price, cityHash64(property_id, 'before'), 'INDIVIDUAL', 'SAMPLER, TESSA')]) as sales
  select source, property_id, state, county_fips, lat, lng, assumeNotNull(sale.1), sale.2, last_sale_deed_type, sale.5, sale.3,
    sale.4, 'FORMER, OWNER', cityHash64(property_id, 'seller'), if(ifNull(cash_purchase, true), null, intDiv(sale.2 * 7, 10)),
    if(ifNull(cash_purchase, true), '', 'EXAMPLE SAVINGS BANK'), cash_purchase, arms_length, toDateTime('2026-11-01 00:00:00', 'UTC')
  from properties array join sales as sale
  where (state, county_fips) in (select state, county from bench_zips where chunk = ${chunk})
    and zip in (select zip from bench_zips where chunk = ${chunk})
  settings max_threads = 1, min_insert_block_size_rows = 2000000, min_insert_block_size_bytes = 0`
