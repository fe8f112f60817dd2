import type { Criteria } from '@dooryard/contract/criteria'
import type { ReadOptions } from '../../../platform/clickhouse/client.ts'
import type { Context } from '../../../platform/context.ts'
import { isWide } from './breadth.ts'
import type { CompileOptions } from './compile-criteria.ts'

/** Criteria with all that they lean on, and the signal of whoever waits for the answer. */
export type Selection = CompileOptions & { criteria: Criteria; signal?: AbortSignal | undefined }

/** What a search takes from modules above this one, which are therefore handed in. */
export type SearchSources = {
  /** The ids of the properties that were delivered to the user of a request. */
  deliveredTo: (ctx: Context) => Promise<string[]>
  /** The criteria of the user's saved searches that the given ones leave out. */
  excludedCriteria: (ctx: Context, criteria: Criteria) => Promise<Criteria[]>
}

/** What the user of a request asks for, as of now. */
export async function selectionFor(ctx: Context, sources: SearchSources, criteria: Criteria): Promise<Selection> {
  const [excludeIds, excludeCriteria] = await Promise.all([
    (criteria.exclude?.delivered ?? true) ? sources.deliveredTo(ctx) : [],
    sources.excludedCriteria(ctx, criteria),
  ])
  return { criteria, excludeIds, excludeCriteria, asOf: ctx.clock.now(), signal: ctx.signal }
}

/** How a statement over the selection is to be run. */
export const readOptions = ({ criteria, signal }: Selection): ReadOptions => ({
  signal,
  isHeavy: isWide(criteria.location),
})
