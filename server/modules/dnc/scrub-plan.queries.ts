import type { Db } from '../../platform/postgres/database.ts'

export type CopyRow = Awaited<ReturnType<typeof copiesFor>>[number]

/** The copies of the platform and of a user, with how many numbers the load of each has. */
export const copiesFor = (db: Db, userId: string | null) =>
  db
    .selectFrom('dncCopies')
    .innerJoin('dncLoads', 'dncLoads.id', 'dncCopies.loadId')
    .select([
      'dncCopies.ownerId',
      'dncCopies.list',
      'dncCopies.scope',
      'dncCopies.loadId as load',
      'dncLoads.numbers as loadNumbers',
      'dncCopies.san',
      'dncCopies.accessedOn',
      'dncCopies.sha256',
    ])
    .where((eb) => eb.or([eb('dncCopies.ownerId', 'is', null), eb('dncCopies.ownerId', '=', userId)]))
    .orderBy('dncCopies.list')
    .orderBy('dncCopies.scope')
    .orderBy('dncCopies.id')
    .execute()
