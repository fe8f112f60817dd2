import { type DncList, dncLists } from '@dooryard/contract/vocabularies'
import type { Db } from '../../platform/postgres/database.ts'
import { copiesSeenBy, type SeenCopy } from './copies.queries.ts'

export type PlanCopy = {
  list: DncList
  /** The area code of the national registry, the state of a state list, '' of a list that has all in one. */
  scope: string
  owner: 'YOURS' | 'PLATFORM'
  /** Which rows of the property store are its numbers, and how many these are. */
  load: number
  loadNumbers: number
  san: string | null
  accessedOn: string
  sha256: string[]
}

/** Which copies the numbers of a user are checked against at a moment. Plain data, to be kept as JSON. */
export type ScrubPlan = { at: string; copies: PlanCopy[] }

/** A user's own copy of the registry goes before the platform's, also out of date, when nothing is looked up in it. */
export async function scrubPlan(db: Db, { userId, at }: { userId: string | null; at: Date }): Promise<ScrubPlan> {
  const copies = (await copiesSeenBy(db, userId)).map(presentCopy)
  const own = new Set(copies.filter(isNational).flatMap(({ owner, scope }) => (owner === 'YOURS' ? [scope] : [])))
  return {
    at: at.toISOString(),
    copies: copies.filter((copy) => !isNational(copy) || copy.owner === 'YOURS' || !own.has(copy.scope)),
  }
}

const isNational = ({ list }: PlanCopy) => list === 'NATIONAL'

const presentCopy = ({ ownerId, list, numbers: _, importedAt: __, ...copy }: SeenCopy): PlanCopy => ({
  ...copy,
  list: dncLists.schema.parse(list),
  owner: ownerId === null ? 'PLATFORM' : 'YOURS',
})
