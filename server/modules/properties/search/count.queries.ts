import type { FilterBreakdown } from '@dooryard/contract/properties/facets'
import type { PurchasedCount } from '@dooryard/contract/properties/property-search'
import type { ClickHouse, Params, ReadOptions } from '../../../platform/clickhouse/client.ts'
import { isWideLocation } from './compile/breadth.ts'
import { createBinder } from './compile/clauses.ts'
import { compileClauses, compileCriteria, joinClauses, type NamedClause } from './compile/compile-criteria.ts'
import { compilePurchased, noLeads, type PurchasedSql } from './compile/own-leads.ts'
import { type Selection, toReadOptions } from './compile/selection.ts'
import { buildFilterBreakdown, failedMaskSql, failedStepSql, getOnlyFailedStep } from './filter-breakdown.ts'

// A hand-drawn outline may cross itself; ClickHouse would reject it.
export const settings = 'settings validate_polygons = 0'

/**
 * `count`: matches that are not excluded as purchased; `mailable`: those of them with an owner name and a full mailing
 * address; `alreadyDelivered`: matches that are excluded as purchased; `purchased`: all that were purchased.
 */
export type Counts = { count: number; mailable: number; alreadyDelivered: number; purchased: PurchasedCount }

const purchasedClauseKey = 'exclude.delivered'

type PurchasedRow = Record<keyof PurchasedSql | 'both', string>

/** Counts over rows that have the columns of a lead; `matches` is a condition on them. */
function countPurchasedSql({ mail, call }: PurchasedSql, matches: string): string {
  const conditions = { mail: [mail], call: [call], both: [mail, call] }
  const counts = Object.entries(conditions).map(([name, all]) =>
    all.includes('false') ? `0 as ${name}` : `countIf(${[matches, ...all].join(' and ')}) as ${name}`,
  )
  return counts.join(', ')
}

function sumPurchased(rows: readonly PurchasedRow[]): PurchasedCount {
  const sum = (key: keyof PurchasedRow) => rows.reduce((all, row) => all + Number(row[key]), 0)
  const [mail, call, both] = [sum('mail'), sum('call'), sum('both')]
  return { total: mail + call - both, mail, call, both }
}

/** Clauses on texts, lists, other tables or places are tested only for rows that pass the rest. */
const isCostly = ({ key }: NamedClause) =>
  /^(owner\.name|mortgage\.loan|contact\..*|stack|only\..*|exclude\.(?!institutional).*)$/.test(key)

/**
 * Failing rows are counted as such rather than filtered out: over the whole country five clauses over plain columns
 * took 0.6 of the time, because no column is copied for the remaining rows.
 */
export async function countMatching(clickhouse: ClickHouse, selection: Selection): Promise<Counts> {
  const { bind, params } = createBinder()
  const all = compileClauses(bind, selection.criteria, selection)
  const fresh = joinClauses(all.filter(({ key }) => key === purchasedClauseKey))
  const clauses = all.filter(({ key }) => key !== purchasedClauseKey)
  const isPlain = !clauses.some(isCostly)
  const where = joinClauses(isPlain ? clauses.filter(({ key }) => key === 'location') : clauses)
  const matches = isPlain ? `ifNull(${joinClauses(clauses.filter(({ key }) => key !== 'location'))}, false)` : 'true'
  const purchased = compilePurchased(bind, selection.ownLeads ?? noLeads)
  const [row] = await clickhouse.rows<Record<'matched' | 'count' | 'mailable', string> & PurchasedRow>(
    `select countIf(${matches}) as matched, countIf(${matches} and ${fresh}) as count,
       countIf(${matches} and is_mailable and ${fresh}) as mailable, ${countPurchasedSql(purchased, matches)}
     from properties where ${where} ${settings}`,
    params,
    toReadOptions(selection),
  )
  const [matched = 0, count = 0, mailable = 0] = [row?.matched, row?.count, row?.mailable].map((n) => Number(n ?? 0))
  return { count, mailable, alreadyDelivered: matched - count, purchased: sumPurchased(row ? [row] : []) }
}

type StepRow = { step: number; count: string; mailable: string } & PurchasedRow

/**
 * The counts, with the rows that remain after each clause and those that each clause alone excludes, in one scan of
 * the location. Matches in other places are not included: see `countAnywhere`.
 */
export async function countFilterBreakdown(
  clickhouse: ClickHouse,
  selection: Selection,
): Promise<Counts & { waterfall: FilterBreakdown }> {
  const { bind, params } = createBinder()
  const all = compileClauses(bind, selection.criteria, selection)
  const location = all.filter(({ key }) => key === 'location')
  const clauses = all.filter(({ key }) => key !== 'location')
  const purchased = compilePurchased(bind, selection.ownLeads ?? noLeads)
  const [rows, total] = await Promise.all([
    clickhouse.rows<StepRow>(
      `select toUInt8(${failedStepSql('failed')}) as step, count() as count, countIf(is_mailable) as mailable,
         ${countPurchasedSql({ mail: 'is_mail', call: 'is_call' }, 'true')}
       from (
         select ${failedMaskSql(clauses)} as failed, is_mailable, ${purchased.mail} as is_mail, ${purchased.call} as is_call
         from properties where ${joinClauses(location)}
       ) group by step ${settings}`,
      params,
      // Rows that only a stack excludes lie outside its places.
      { signal: selection.signal, isHeavy: isWideLocation(selection.criteria.location), isPatient: true },
    ),
    countRowsFrom(clickhouse, 'properties', {}, { signal: selection.signal }),
  ])
  const steps = rows.map(({ step, count }) => ({ step, count: Number(count) }))
  const waterfall = buildFilterBreakdown({ total, location: location.length > 0, clauses, steps })
  const met = rows.find(({ step }) => step === 0)
  const onlyPurchased = getOnlyFailedStep(clauses.findIndex(({ key }) => key === purchasedClauseKey))
  return {
    count: Number(met?.count ?? 0),
    mailable: Number(met?.mailable ?? 0),
    alreadyDelivered: waterfall.clauses.find(({ key }) => key === purchasedClauseKey)?.givesBack ?? 0,
    purchased: sumPurchased(rows.filter(({ step }) => step === 0 || step === onlyPurchased)),
    waterfall,
  }
}

export function countAnywhere(clickhouse: ClickHouse, selection: Selection): Promise<number> {
  const { bind, params } = createBinder()
  const { location: _, ...criteria } = selection.criteria
  const matching = `properties where ${compileCriteria(bind, criteria, selection)} ${settings}`
  return countRowsFrom(clickhouse, matching, params, { signal: selection.signal, isHeavy: true, isPatient: true })
}

/** `rows` is the SQL after `from`. */
export async function countRowsFrom(clickhouse: ClickHouse, rows: string, params: Params, options: ReadOptions) {
  const [row] = await clickhouse.rows<{ count: string }>(`select count() as count from ${rows}`, params, options)
  return Number(row?.count ?? 0)
}
