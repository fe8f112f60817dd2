import type { Criteria } from '@dooryard/contract/criteria/criteria'
import type { ReadOptions } from '../../../../platform/clickhouse/client.ts'
import type { Context } from '../../../../platform/context.ts'
import type { Db } from '../../../../platform/postgres/database.ts'
import { getCoverage } from '../../places/coverage.ts'
import { type DataVersion, readDataVersion } from '../data-version.queries.ts'
import { isWideSearch } from './breadth.ts'
import type { CompileOptions } from './compile-criteria.ts'
import type { OwnLeads } from './own-leads.ts'

export type Selection = CompileOptions & { criteria: Criteria; signal?: AbortSignal | undefined }

/** The criteria of a search, of which some may limit it to leads of an order. */
export type OwnLeadsQuery = { userId: string; at: Date; criteria: readonly Criteria[] }

/** Dependencies on higher-level modules, passed in. */
export type SearchSources = {
  getOwnLeads: (db: Db, query: OwnLeadsQuery) => Promise<OwnLeads>
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
      ownLeads: await sources.getOwnLeads(db, { userId: actor.userId, at: asOf, criteria: all }),
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
