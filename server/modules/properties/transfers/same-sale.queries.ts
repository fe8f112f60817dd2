/**
 * When the words of several rolls, or several words of one, are of one sale. Search, drawer and buyers all go by this
 * rule, here in the store and in `mergeTransfers` over the deeds of one property; `sale-cases.fixture.ts` holds them to
 * it.
 *
 * - Words of the same month and price are of one sale: rolls differ in whether they say the day of the sale, the day of
 *   its recording, or the month alone. Without a price they are of one sale where they are of the same day.
 * - A roll never tells of a sale twice: its two deeds of a month and price are two sales, for a parcel can change hands
 *   twice in a month, for a dollar each time. The latest of one roll is then the latest of another, and so on.
 * - Of the words on one sale those that know the day stand; of these the later, which is the day of the recording; then
 *   those that know the deed, and know it from the roll itself. The roll's name settles the rest, so that it makes no
 *   difference which roll was loaded first. What they leave open is taken from the next.
 *
 * `rows` have a property_id and, as `said`, a word made by `wordOf`; one without a source says that there is a property,
 * and no more. Gives each property_id with its sales, newest first, each an array of words of which the first stands.
 */
export const salesOf = (rows: string) => `select property_id,
    arraySort(sale -> (-toInt32(sale[1].day), not sale[1].is_exact, -ifNull(toInt64(sale[1].price), -1),
      sale[1].document), arraySplit((word, at) -> at = 1, arrayMap(named -> named.1, words),
      arrayEnumerateUniq(arrayMap(named -> named.2, words), arrayMap(named -> named.3, words)))) as sales
  from (
    select property_id, arraySort(named -> (named.2, named.3, ${standing('tupleElement(named, 1)')}),
      arrayZip(told, names, arrayEnumerateUniq(arrayMap(word -> word.source, told), names))) as words
    from (
      select property_id, arraySort(word -> (-toInt32(word.day), word.document),
          groupArrayIf(said, said.source != '')) as told,
        arrayMap(word -> ${saleName('word')}, told) as names
      from (${rows}) group by property_id
    )
  )`

/** As one number: days count from 1970 and never reach what a month and a price make. */
const saleName = (t: string) => `if(isNull(${t}.price), toInt64(toInt32(${t}.day)),
  toInt64(toYYYYMM(${t}.day)) * 4294967296 + assumeNotNull(${t}.price))`

const standing = (t: string) =>
  `not ${t}.is_exact, -toInt32(${t}.day), ${t}.deed in ('', 'UNKNOWN'), ${t}.is_inferred, ${t}.source`

const ruled = {
  day: ['Date32', 'recorded_on'],
  is_exact: ['Bool', 'not is_month_only'],
  price: ['Nullable(UInt32)', 'price'],
  deed: ['String', 'deed_type'],
  is_inferred: ['Bool', 'is_deed_inferred'],
  document: ['String', 'document'],
  source: ['String', 'source'],
} as const satisfies Fields

/** A name as a number, 0 where there is none: names are only compared, and numbers take less room. */
export const buyerHash = "if(buyer = '', 0, cityHash64(upperUTF8(buyer)))"

/**
 * Whether the buyer of a sale sold in the next: who bought then must be known to be somebody else, for deeds are recorded
 * anew. Both sales are tuples with a day, a buyer_key and a buyer_hash.
 */
export const isResale = (next: string, sale: string) => `${next}.day > ${sale}.day
  and (${next}.buyer_key != 0 or ${next}.buyer_hash != 0)
  and not (${next}.buyer_key != 0 and ${next}.buyer_key = ${sale}.buyer_key)
  and not (${next}.buyer_hash != 0 and ${next}.buyer_hash = ${sale}.buyer_hash)`

type Fields = Record<string, readonly [type: string, value: string]>

/** What a row of the transfers says of a sale, as one value: what the rule needs, and more. `salesOf` takes it as `said`. */
export function wordOf(more: Fields): { type: string; value: string } {
  const fields = Object.entries<readonly [type: string, value: string]>({ ...ruled, ...more })
  const type = `Tuple(${fields.map(([name, [type]]) => `${name} ${type}`).join(', ')})`
  return { type, value: `cast((${fields.map(([, [, value]]) => value).join(', ')}), '${type}')` }
}
