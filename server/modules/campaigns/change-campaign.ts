import type { Campaign, CampaignChange } from '@dooryard/contract/campaigns'
import type { Context } from '../../platform/context.ts'
import { updateCampaign } from './campaigns.queries.ts'
import { ownCampaign } from './own-campaign.ts'

/** Renames, retargets or archives; orders already placed carry their own criteria, so they stay as they are. */
export async function changeCampaign(ctx: Context, campaignId: string, change: CampaignChange): Promise<Campaign> {
  await ownCampaign(ctx, campaignId)
  await updateCampaign(ctx.db, ctx.actor.userId, campaignId, { ...change, at: ctx.clock.now() })
  return ownCampaign(ctx, campaignId)
}
