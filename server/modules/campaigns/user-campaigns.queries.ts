import type { Db } from '../../platform/postgres/database.ts'

/** How many active campaigns a user has. */
export async function countActiveCampaigns(db: Db, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('campaigns')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .where('status', '=', 'ACTIVE')
    .executeTakeFirstOrThrow()
  return count
}
