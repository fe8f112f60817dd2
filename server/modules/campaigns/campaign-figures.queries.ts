import type { CampaignType } from '@dooryard/contract/vocabularies'
import type { Db } from '../../platform/postgres/database.ts'

/** How many campaigns of a type are active, of users whose accounts are. */
export async function activeOfType(db: Db, campaignType: CampaignType): Promise<number> {
  const { count } = await db
    .selectFrom('campaigns')
    .innerJoin('users', 'users.id', 'campaigns.userId')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('campaigns.campaignType', '=', campaignType)
    .where('campaigns.status', '=', 'ACTIVE')
    .where('users.isActive', '=', true)
    .executeTakeFirstOrThrow()
  return count
}
