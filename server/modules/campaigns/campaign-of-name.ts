import type { Campaign, NewCampaign } from '@dooryard/contract/campaigns'
import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { findByName, lockCampaigns } from './campaigns.queries.ts'
import { createCampaign } from './create-campaign.ts'
import { ownCampaign } from './own-campaign.ts'

/**
 * The actor's active campaign of a name, in whatever case, and a type; made with these criteria where there is none. Of
 * several, the oldest: that stays so, whatever is made later. Two who ask at once are given the same one. UNPROCESSABLE where
 * there are too many to make one.
 */
export const campaignOfName = (ctx: Context, draft: NewCampaign): Promise<Campaign> =>
  inTransaction(ctx, async (inside) => {
    const { db, actor } = inside
    await lockCampaigns(db, actor.userId)
    const found = await findByName(db, actor.userId, draft)
    return found ? ownCampaign(inside, found.id) : createCampaign(inside, draft)
  })
