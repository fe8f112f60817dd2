import type { Services } from '../../../platform/context.ts'
import type { Db } from '../../../platform/postgres/database.ts'
import { listVersions } from '../lists/list-versions.queries.ts'
import { listAddedNumbers } from '../lists/numbers.queries.ts'
import type { ScrubPlan } from './scrub-plan.ts'

/** The load of a user's own internal list; undefined without a list. */
export async function getInternalLoad(db: Db, userId: string): Promise<number | undefined> {
  const [current] = await listVersions(db, { ownerId: userId, list: 'INTERNAL' })
  return current?.loadId
}

export type InternalListChanges = {
  /** The load that the numbers were read from. */
  load: number | undefined
  added: ReadonlySet<string>
}

/** The numbers that a user has put on the internal list since a scrub was planned. */
export async function findInternalListChanges(
  { db, clickhouse }: Pick<Services, 'db' | 'clickhouse'>,
  userId: string,
  { copies }: ScrubPlan,
): Promise<InternalListChanges> {
  const planned = copies.find(({ list, owner }) => list === 'INTERNAL' && owner === 'YOURS')?.load
  const load = await getInternalLoad(db, userId)
  const added = load === undefined || load === planned ? [] : await listAddedNumbers(clickhouse, load, planned)
  return { load, added: new Set(added) }
}
