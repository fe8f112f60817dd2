import type { Criteria } from '@dooryard/contract/criteria/criteria'
import type { ReadOptions } from '../../../../platform/clickhouse/client.ts'
import type { Context } from '../../../../platform/context.ts'
import { getCoverage } from '../../places/coverage.ts'
import { type DataVersion, readDataVersion } from '../data-version.queries.ts'
import type { PropertyStoreDeps } from '../data-version-cache.ts'
import { isWideSearch } from './breadth.ts'
import type { CompileOptions } from './compile-criteria.ts'
import type { OwnLeads } from './own-leads.ts'

export type Selection = CompileOptions & { criteria: Criteria; signal?: AbortSignal | undefined }

/** The criteria of a search, which may name orders, campaigns, lists and suppression lists. */
export type OwnLeadsQuery = {
  userId: string
  at: Date
  criteria: readonly Criteria[]
  /** An order that was placed keeps the lists it names, also if they are deleted meanwhile. */
  isPlaced?: boolean
}

/** UNPROCESSABLE if the criteria name what the user does not have. */
export type GetOwnLeads = (stores: PropertyStoreDeps, query: OwnLeadsQuery) => Promise<OwnLeads>

/** Dependencies on higher-level modules, passed in. */
export type SearchSources = {
  getOwnLeads: GetOwnLeads
  /** The criteria of the user's saved searches that the given criteria exclude. */
  excludedCriteria: (ctx: Context, criteria: Criteria) => Promise<Criteria[]>
}

export async function buildSelection(
  ctx: Context,
  sources: SearchSources,
  criteria: Criteria,
): Promise<{ selection: Selection; data: DataVersion }> {
  const { db, actor, signal } = ctx
  const asOf = ctx.clock.now()
  const readLeads = async () => {
    const excludeCriteria = await sources.excludedCriteria(ctx, criteria)
    const all = [criteria, ...excludeCriteria]
    return {
      excludeCriteria,
      ownLeads: await sources.getOwnLeads(ctx, { userId: actor.userId, at: asOf, criteria: all }),
    }
  }
  const readCoverage = async () => {
    const data = await readDataVersion(db)
    return { data, coverage: getCoverage(ctx, data) }
  }
  const [leads, { data, coverage }] = await Promise.all([readLeads(), readCoverage()])
  return { selection: { criteria, ...leads, coverage, asOf, signal }, data }
}

export const toReadOptions = ({ criteria, signal }: Selection): ReadOptions => ({
  signal,
  isHeavy: isWideSearch(criteria),
})
