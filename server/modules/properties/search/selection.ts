import type { Criteria } from '@dooryard/contract/criteria'
import type { ReadOptions } from '../../../platform/clickhouse/client.ts'
import type { Context } from '../../../platform/context.ts'
import { knownCoverage } from '../places/coverage.ts'
import { isWideSearch } from './breadth.ts'
import type { CompileOptions } from './compile-criteria.ts'
import { type DataVersion, readDataVersion } from './data-version.queries.ts'

export type Selection = CompileOptions & { criteria: Criteria; signal?: AbortSignal | undefined }

/** What a search takes from modules above this one, which are therefore handed in. */
export type SearchSources = {
  deliveredTo: (ctx: Context) => Promise<string[]>
  /** The criteria of the user's saved searches that the given ones leave out. */
  excludedCriteria: (ctx: Context, criteria: Criteria) => Promise<Criteria[]>
}

export async function selectionFor(
  ctx: Context,
  sources: SearchSources,
  criteria: Criteria,
): Promise<{ selection: Selection; data: DataVersion }> {
  const [excludeIds, excludeCriteria, data] = await Promise.all([
    (criteria.exclude?.delivered ?? true) ? sources.deliveredTo(ctx) : [],
    sources.excludedCriteria(ctx, criteria),
    readDataVersion(ctx.db),
  ])
  const coverage = knownCoverage(ctx, data)
  const selection = { criteria, excludeIds, excludeCriteria, coverage, asOf: ctx.clock.now(), signal: ctx.signal }
  return { selection, data }
}

export const readOptions = ({ criteria, signal }: Selection): ReadOptions => ({
  signal,
  isHeavy: isWideSearch(criteria),
})
