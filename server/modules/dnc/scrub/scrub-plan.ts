import { type DncList, dncLists } from '@dooryard/contract/api/enums'
import type { Db } from '../../../platform/postgres/database.ts'
import { generatedSan } from '../imports/generated-san.ts'
import { listVisibleVersions, type VisibleVersionRow } from '../lists/list-versions.queries.ts'

export type PlanVersion = {
  list: DncList
  /** The area code for the national registry, the state for a state list, '' for other lists. */
  scope: string
  owner: 'YOURS' | 'PLATFORM'
  /** The load with its numbers in the property store, and how many there are. */
  load: number
  loadNumbers: number
  san: string | null
  accessedOn: string
  sha256: string[]
}

/** The list versions against which a user's numbers are scrubbed at a given time. Plain data, storable as JSON. */
export type ScrubPlan = { at: string; copies: PlanVersion[] }

/**
 * A user's own registry version takes precedence over the platform's, even when outdated; then nothing is looked up in
 * it.
 */
export async function createScrubPlan(db: Db, { userId, at }: { userId: string | null; at: Date }): Promise<ScrubPlan> {
  const copies = (await listVisibleVersions(db, userId)).map((copy) => toPlanVersion(copy, at))
  const own = new Set(copies.filter(isNational).flatMap(({ owner, scope }) => (owner === 'YOURS' ? [scope] : [])))
  return {
    at: at.toISOString(),
    copies: copies.filter((copy) => !isNational(copy) || copy.owner === 'YOURS' || !own.has(copy.scope)),
  }
}

const isNational = ({ list }: PlanVersion) => list === 'NATIONAL'

const toPlanVersion = (
  { ownerId, list, numbers: _, importedAt: __, ...copy }: VisibleVersionRow,
  at: Date,
): PlanVersion => ({
  ...copy,
  // A generated copy is the same on each day, also on the days of a demo's history.
  accessedOn: copy.san === generatedSan ? at.toISOString().slice(0, 10) : copy.accessedOn,
  list: dncLists.schema.parse(list),
  owner: ownerId === null ? 'PLATFORM' : 'YOURS',
})
