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
 * and no more. Gives each property_id with its sales, each an array of words of which the first stands.
 */
export const salesOf = (rows: string) => `select property_id,
    arraySplit((word, at) -> at = 1, words.3, arrayEnumerateUniq(words.1, words.2)) as sales
  from (
    select property_id, arraySort(arrayZip(names, arrayEnumerateUniq(told.source, names), told)) as words
    from (
      select property_id, told, arrayMap(word -> ${saleName('word')}, told) as names
      from (
        select property_id,
          arraySort(word -> (word.days_down, word.document), groupArrayIf(said, said.source != '')) as told
        from (${rows}) group by property_id
      )
    )
  )`

export const newestFirst = (sales: string) => `arraySort(sale -> (-toInt32(sale[1].day), sale[1].is_month_only,
  -ifNull(toInt64(sale[1].price), -1), sale[1].document), ${sales})`

/** As one number: days count from 1970 and never reach what a month and a price make. */
const saleName = (t: string) => `if(isNull(${t}.price), toInt64(toInt32(${t}.day)),
  toInt64(toYYYYMM(${t}.day)) * 4294967296 + assumeNotNull(${t}.price))`

// In the order in which words stand, the first first: tuples are sorted faster as they are than by a function of them.
const ruled = {
  is_month_only: ['Bool', 'is_month_only'],
  days_down: ['Int32', '-toInt32(recorded_on)'],
  is_deed_unknown: ['Bool', "deed_type in ('', 'UNKNOWN')"],
  is_inferred: ['Bool', 'is_deed_inferred'],
  source: ['String', 'source'],
  day: ['Date32', 'recorded_on'],
  price: ['Nullable(UInt32)', 'price'],
  document: ['String', 'document'],
} as const satisfies Fields

/** A name as a number, 0 where there is none: names are only compared, and numbers take less room. */
export const buyerHash = "if(buyer = '', 0, cityHash64(upperUTF8(buyer)))"

type Party = readonly [day: string, key: string, hash: string]

/**
 * Whether the buyer of a sale sold in the next: who bought then must be known to be somebody else, for deeds are recorded
 * anew. Each sale is given by what its day, its buyer's key and its buyer's hash are called.
 */
export const isResale = ([nextDay, nextKey, nextHash]: Party, [day, key, hash]: Party) => `${nextDay} > ${day}
  and (${nextKey} != 0 or ${nextHash} != 0)
  and (${nextKey} = 0 or ${nextKey} != ${key}) and (${nextHash} = 0 or ${nextHash} != ${hash})`

type Fields = Record<string, readonly [type: string, value: string]>

/** What a row of the transfers says of a sale, as one value: what the rule needs, and more. `salesOf` takes it as `said`. */
export function wordOf(more: Fields): { type: string; value: string } {
  const fields = Object.entries<readonly [type: string, value: string]>({ ...ruled, ...more })
  const type = `Tuple(${fields.map(([name, [type]]) => `${name} ${type}`).join(', ')})`
  return { type, value: `cast((${fields.map(([, [, value]]) => value).join(', ')}), '${type}')` }
}
