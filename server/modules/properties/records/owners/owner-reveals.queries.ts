import { dayMs } from '@dooryard/contract/api/time'
import { ownerRevealDays } from '@dooryard/contract/properties/owner-reveals'
import { countRows } from '../../../../platform/postgres/count-rows.ts'
import type { Db } from '../../../../platform/postgres/database.ts'
import type { OwnerLookup, StoredLead } from './owner-lookup.ts'

type Reader = { userId: string; at: Date }

const getOldest = (at: Date) => new Date(at.getTime() - ownerRevealDays * dayMs)

/** The owners among these that the user has revealed and that are still kept. */
export const listRevealed = (db: Db, { userId, at }: Reader, { ownerKeys, propertyIds }: OwnerLookup) =>
  db
    .selectFrom('ownerReveals')
    .select(['propertyId', 'ownerKey'])
    .where('userId', '=', userId)
    .where('revealedAt', '>=', getOldest(at))
    .where(({ eb, fn, val, or, and }) =>
      or([
        eb('ownerKey', '=', fn.any(val(ownerKeys))),
        and([eb('ownerKey', '=', ''), eb('propertyId', '=', fn.any(val(propertyIds)))]),
      ]),
    )
    .execute()

export const countRevealsSince = (db: Db, userId: string, since: Date): Promise<number> =>
  countRows(db, db.selectFrom('ownerReveals').where('userId', '=', userId).where('revealedAt', '>=', since))

/** One that was kept until now begins anew. */
export const insertReveal = (db: Db, { userId, at }: Reader, lead: StoredLead) =>
  db
    .insertInto('ownerReveals')
    .values({ userId, ...lead, revealedAt: at })
    .onConflict((conflict) => conflict.columns(['userId', 'propertyId', 'ownerKey']).doUpdateSet({ revealedAt: at }))
    .execute()

/** Deletes what a user keeps of owners: those they revealed, and their buyer lists. */
export async function deleteUserRevealsAndBuyerLists(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('ownerReveals').where('userId', '=', userId).execute()
  await db.deleteFrom('buyerLists').where('userId', '=', userId).execute()
}

export const purgeOwnerReveals = (db: Db, at: Date) =>
  db.deleteFrom('ownerReveals').where('revealedAt', '<', getOldest(at)).execute()
