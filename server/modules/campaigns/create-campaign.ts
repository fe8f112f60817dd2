import type { Campaign, NewCampaign } from '@dooryard/contract/campaigns'
import type { Context } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { insertCampaign } from './campaigns.queries.ts'
import { ownCampaign } from './own-campaign.ts'

/** Creates a campaign of the actor's. It costs nothing; orders do. */
export async function createCampaign(ctx: Context, draft: NewCampaign): Promise<Campaign> {
  const id = newId()
  await insertCampaign(ctx.db, { ...draft, id, userId: ctx.actor.userId, at: ctx.clock.now() })
  return ownCampaign(ctx, id)
}
