import type { Campaign, CampaignChange } from '@dooryard/contract/campaigns'
import type { Context } from '../../platform/context.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { lockCampaigns, updateCampaign } from './campaigns.queries.ts'
import { refuseTooManyActive } from './most-campaigns.ts'
import { ownCampaign } from './own-campaign.ts'

/**
 * Renames, retargets, archives or reactivates; orders already placed carry their own criteria, so they stay as they are. UNPROCESSABLE
 * where an archived one is to be active again and there are too many active ones.
 */
export const changeCampaign = (ctx: Context, campaignId: string, change: CampaignChange): Promise<Campaign> =>
  inTransaction(ctx, async (inside) => {
    const { db, actor, clock } = inside
    if (change.status === 'ACTIVE') await lockCampaigns(db, actor.userId)
    const { status } = await ownCampaign(inside, campaignId)
    if (change.status === 'ACTIVE' && status !== 'ACTIVE') await refuseTooManyActive(inside, 'reactivate this one')
    await updateCampaign(db, actor.userId, campaignId, { ...change, at: clock.now() })
    return ownCampaign(inside, campaignId)
  })
