import type { Db } from '../../../platform/postgres/database.ts'
import { selectApiKeyNames } from '../../api-keys/index.ts'
import { selectCampaignNames } from '../../campaigns/index.ts'
import { selectEntries } from '../../credits/index.ts'
import { selectOrderNames } from '../../orders/index.ts'

export const findFirstStepsRow = (db: Db, userId: string) =>
  db.selectFrom('firstSteps').select(['firstSearchAt', 'dismissedAt']).where('userId', '=', userId).executeTakeFirst()

/** Keeps the time of the first search. */
export const insertFirstSearch = (db: Db, userId: string, now: Date) =>
  db
    .insertInto('firstSteps')
    .values({ userId, firstSearchAt: now })
    .onConflict((conflict) =>
      conflict.column('userId').doUpdateSet({ firstSearchAt: now }).where('firstSteps.firstSearchAt', 'is', null),
    )
    .execute()

export const upsertDismissal = (db: Db, userId: string, dismissedAt: Date | null) =>
  db
    .insertInto('firstSteps')
    .values({ userId, dismissedAt })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ dismissedAt }))
    .execute()

/** Any query of rows that belong to users. */
type UserRows = {
  where: (
    column: 'userId',
    is: '=',
    userId: string,
  ) => { limit: (rows: 1) => { executeTakeFirst: () => Promise<unknown> } }
}

const hasRows = async (rows: UserRows, userId: string): Promise<boolean> =>
  (await rows.where('userId', '=', userId).limit(1).executeTakeFirst()) !== undefined

export const hasCampaign = (db: Db, userId: string) => hasRows(selectCampaignNames(db), userId)

/** Whether credits ever reached the account. */
export const hasReceivedCredits = (db: Db, userId: string) => hasRows(selectEntries(db), userId)

export const hasOrder = (db: Db, userId: string) => hasRows(selectOrderNames(db), userId)

export const hasApiKey = (db: Db, userId: string) => hasRows(selectApiKeyNames(db), userId)
