/**
 * Groups the records of one or several rolls into sales. Search, property drawer and buyers all follow this rule, here
 * in ClickHouse and in `mergeTransfers` over the deeds of one property; `sale-cases.fixture.ts` tests both.
 *
 * - Records of the same month and price are one sale: rolls give the day of the sale, the day of its recording, or
 *   only the month. Without a price, records of the same day are one sale.
 * - A roll never reports a sale twice: two of its deeds with the same month and price are two sales, because a parcel
 *   can change hands twice in a month, for a dollar each time. The latest of one roll then matches the latest of
 *   another, and so on.
 * - Among the records of a sale, those with a day are preferred; of these the later, which is the day of the
 *   recording; then those with a deed type, and with one from the roll itself. The roll's name breaks ties, so the
 *   order of loading makes no difference. Missing values are taken from the next record.
 *
 * `rows` have a property_id and, as `said`, a record built by `defineSaleRecord`; one without a source only marks that
 * the property exists. Returns each property_id with its sales, each an array of records with the preferred one first.
 */
export const groupSalesSql = (rows: string) => `select property_id,
    arraySplit((word, at) -> at = 1, words.3, arrayEnumerateUniq(words.1, words.2)) as sales
  from (
    select property_id, arraySort(arrayZip(names, arrayEnumerateUniq(reported.source, names), reported)) as words
    from (
      select property_id, reported, arrayMap(word -> ${saleKeySql('word')}, reported) as names
      from (
        select property_id,
          arraySort(word -> (word.days_down, word.document), groupArrayIf(said, said.source != '')) as reported
        from (${rows}) group by property_id
      )
    )
  )`

export const newestFirstSql = (sales: string) => `arraySort(sale -> (-toInt32(sale[1].day), sale[1].is_month_only,
  -ifNull(toInt64(sale[1].price), -1), sale[1].document), ${sales})`

/** The sale's key as one number: days since 1970 never reach the values built from month and price. */
const saleKeySql = (t: string) => `if(isNull(${t}.price), toInt64(toInt32(${t}.day)),
  toInt64(toYYYYMM(${t}.day)) * 4294967296 + assumeNotNull(${t}.price))`

// In order of preference: tuples sort faster directly than by a function of them.
const rankingFields = {
  is_month_only: ['Bool', 'is_month_only'],
  days_down: ['Int32', '-toInt32(recorded_on)'],
  is_deed_unknown: ['Bool', "deed_type in ('', 'UNKNOWN')"],
  is_inferred: ['Bool', 'is_deed_inferred'],
  source: ['String', 'source'],
  day: ['Date32', 'recorded_on'],
  price: ['Nullable(UInt32)', 'price'],
  document: ['String', 'document'],
} as const satisfies RecordFields

/** A name as a number, 0 for none: names are only compared, and numbers take less space. */
export const buyerHash = "if(buyer = '', 0, cityHash64(upperUTF8(buyer)))"

type PartyColumns = readonly [day: string, key: string, hash: string]

/**
 * Whether the buyer of a sale was the seller in the next: the next buyer must be known and different, because deeds
 * are recorded anew. Each sale is given by the expressions for its day, buyer key and buyer hash.
 */
export const isResaleSql = (
  [nextDay, nextKey, nextHash]: PartyColumns,
  [day, key, hash]: PartyColumns,
) => `${nextDay} > ${day}
  and (${nextKey} != 0 or ${nextHash} != 0)
  and (${nextKey} = 0 or ${nextKey} != ${key}) and (${nextHash} = 0 or ${nextHash} != ${hash})`

type RecordFields = Record<string, readonly [type: string, value: string]>

/**
 * A sale record of the transfers as one value: the fields that the rule needs, and more. `groupSalesSql` takes it as
 * `said`.
 */
export function defineSaleRecord(more: RecordFields): { type: string; value: string } {
  const fields = Object.entries<readonly [type: string, value: string]>({ ...rankingFields, ...more })
  const type = `Tuple(${fields.map(([name, [type]]) => `${name} ${type}`).join(', ')})`
  return { type, value: `cast((${fields.map(([, [, value]]) => value).join(', ')}), '${type}')` }
}
