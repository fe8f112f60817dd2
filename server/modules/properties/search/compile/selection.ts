import type { Criteria } from '@dooryard/contract/criteria/criteria'
import type { ReadOptions } from '../../../../platform/clickhouse/client.ts'
import type { Context } from '../../../../platform/context.ts'
import { getCoverage } from '../../places/coverage.ts'
import { type DataVersion, readDataVersion } from '../data-version.queries.ts'
import { isWideSearch } from './breadth.ts'
import type { CompileOptions } from './compile-criteria.ts'

export type Selection = CompileOptions & { criteria: Criteria; signal?: AbortSignal | undefined }

/** Dependencies on higher-level modules, passed in. */
export type SearchSources = {
  deliveredTo: (ctx: Context) => Promise<string[]>
  /** The criteria of the user's saved searches that the given criteria exclude. */
  excludedCriteria: (ctx: Context, criteria: Criteria) => Promise<Criteria[]>
}

export async function buildSelection(
  ctx: Context,
  sources: SearchSources,
  criteria: Criteria,
): Promise<{ selection: Selection; data: DataVersion }> {
  const [excludeIds, excludeCriteria, data] = await Promise.all([
    (criteria.exclude?.delivered ?? true) ? sources.deliveredTo(ctx) : [],
    sources.excludedCriteria(ctx, criteria),
    readDataVersion(ctx.db),
  ])
  const coverage = getCoverage(ctx, data)
  const selection = { criteria, excludeIds, excludeCriteria, coverage, asOf: ctx.clock.now(), signal: ctx.signal }
  return { selection, data }
}

export const toReadOptions = ({ criteria, signal }: Selection): ReadOptions => ({
  signal,
  isHeavy: isWideSearch(criteria),
})
