import type { SearchWaterfall } from '@dooryard/contract/search-answers'
import type { ClickHouse, Params, ReadOptions } from '../../../platform/clickhouse/client.ts'
import { isWide } from './breadth.ts'
import { binder } from './clauses.ts'
import { clausesOf, conditionOf, everyOne, type NamedClause } from './compile-criteria.ts'
import { readOptions, type Selection } from './selection.ts'
import { failedMask, stepOf, waterfallOf } from './waterfall.ts'

// A hand-drawn outline may cross itself; the store would refuse it.
export const settings = 'settings validate_polygons = 0'

/**
 * `count` match and were not delivered before, `mailable` of these have an owner name and a full mailing address, and
 * `alreadyDelivered` more match but were delivered.
 */
export type Counts = { count: number; mailable: number; alreadyDelivered: number }

const delivered = 'exclude.delivered'

/** What looks into texts, lists or other tables, or says a place, is asked only of rows that meet the rest. */
const isCostly = ({ key }: NamedClause) =>
  /^(owner\.name|mortgage\.loan|contact\..*|stack|only\..*|exclude\..*)$/.test(key)

/**
 * Rows that fail are counted as such rather than left out: over the whole country five clauses over plain columns took
 * 0.6 of the time, because no column is copied for the rows that stay.
 */
export async function countMatching(clickhouse: ClickHouse, selection: Selection): Promise<Counts> {
  const { bind, params } = binder()
  const all = clausesOf(bind, selection.criteria, selection)
  const fresh = everyOne(all.filter(({ key }) => key === delivered))
  const clauses = all.filter(({ key }) => key !== delivered)
  const isPlain = !clauses.some(isCostly)
  const where = everyOne(isPlain ? clauses.filter(({ key }) => key === 'location') : clauses)
  const matches = isPlain ? `ifNull(${everyOne(clauses.filter(({ key }) => key !== 'location'))}, false)` : 'true'
  const [row] = await clickhouse.rows<{ matched: string; count: string; mailable: string }>(
    `select countIf(${matches}) as matched, countIf(${matches} and ${fresh}) as count,
       countIf(${matches} and is_mailable and ${fresh}) as mailable
     from properties where ${where} ${settings}`,
    params,
    readOptions(selection),
  )
  const [matched = 0, count = 0, mailable = 0] = [row?.matched, row?.count, row?.mailable].map((n) => Number(n ?? 0))
  return { count, mailable, alreadyDelivered: matched - count }
}

type StepRow = { step: number; count: string; mailable: string }

/**
 * The counts, with how many remain after each clause in turn and how many more there would be without it: one scan of the
 * places asked for. What would come back from other places is not in it: see `countAnywhere`.
 */
export async function countByClause(
  clickhouse: ClickHouse,
  selection: Selection,
): Promise<Counts & { waterfall: SearchWaterfall }> {
  const { bind, params } = binder()
  const all = clausesOf(bind, selection.criteria, selection)
  const location = all.filter(({ key }) => key === 'location')
  const clauses = all.filter(({ key }) => key !== 'location')
  const [rows, total] = await Promise.all([
    clickhouse.rows<StepRow>(
      `select toUInt8(${stepOf('failed')}) as step, count() as count, countIf(is_mailable) as mailable
       from (select ${failedMask(clauses)} as failed, is_mailable from properties where ${everyOne(location)})
       group by step ${settings}`,
      params,
      // What a stack would give back lies where the stack does not.
      { signal: selection.signal, isHeavy: isWide(selection.criteria.location), isPatient: true },
    ),
    countRowsOf(clickhouse, 'properties', {}, { signal: selection.signal }),
  ])
  const steps = rows.map(({ step, count }) => ({ step, count: Number(count) }))
  const waterfall = waterfallOf({ total, location: location.length > 0, clauses, steps })
  const met = rows.find(({ step }) => step === 0)
  return {
    count: Number(met?.count ?? 0),
    mailable: Number(met?.mailable ?? 0),
    alreadyDelivered: waterfall.clauses.find(({ key }) => key === delivered)?.givesBack ?? 0,
    waterfall,
  }
}

export function countAnywhere(clickhouse: ClickHouse, selection: Selection): Promise<number> {
  const { bind, params } = binder()
  const { location: _, ...criteria } = selection.criteria
  const matching = `properties where ${conditionOf(bind, criteria, selection)} ${settings}`
  return countRowsOf(clickhouse, matching, params, { signal: selection.signal, isHeavy: true, isPatient: true })
}

/** `rows` is what stands behind `from`. */
export async function countRowsOf(clickhouse: ClickHouse, rows: string, params: Params, options: ReadOptions) {
  const [row] = await clickhouse.rows<{ count: string }>(`select count() as count from ${rows}`, params, options)
  return Number(row?.count ?? 0)
}
