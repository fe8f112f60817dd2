import type { ClickHouse } from '../../platform/clickhouse/client.ts'

type Hit = { phone: string; loads: number[] }

/** Beside so many numbers a search that somebody waits for goes first. */
const many = 1_000

/**
 * In which of the loads each of the numbers is, in one statement however many they are; those that are in none are left
 * out. Numbers are ten digits.
 */
export async function findNumbers(
  clickhouse: ClickHouse,
  { loads, numbers }: { loads: readonly number[]; numbers: readonly string[] },
): Promise<Hit[]> {
  if (loads.length === 0 || numbers.length === 0) return []
  return clickhouse.rows<Hit>(
    `select toString(number) as phone, groupUniqArray(load) as loads from dnc_numbers
     where load in {loads:Array(UInt32)}
       and number in (select arrayJoin(cast(splitByChar(',', {numbers:String}), 'Array(UInt64)')))
     group by number`,
    // A subquery over one text: as a constant, 200,000 numbers kept the store busy for minutes instead of a second.
    { loads, numbers: numbers.join(',') },
    { seconds: 120, resultRows: numbers.length, isHeavy: numbers.length > many },
  )
}

/** How many numbers the property store has of each load; a load that is gone is left out. */
export async function countNumbers(
  clickhouse: ClickHouse,
  loads: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (loads.length === 0) return new Map()
  const rows = await clickhouse.rows<{ load: number; rows: string }>(
    'select load, count() as rows from dnc_numbers where load in {loads:Array(UInt32)} group by load',
    { loads },
    { seconds: 60, resultRows: loads.length },
  )
  return new Map(rows.map(({ load, rows: count }) => [load, Number(count)]))
}
