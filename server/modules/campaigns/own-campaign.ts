import type { Campaign } from '@dooryard/contract/campaigns'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { findCampaign } from './campaigns.queries.ts'
import { presentCampaign } from './present-campaign.ts'

/** The actor's campaign; NOT_FOUND for anybody else's. */
export async function ownCampaign({ db, actor }: Pick<Context, 'db' | 'actor'>, campaignId: string): Promise<Campaign> {
  const row = await findCampaign(db, actor.userId, campaignId)
  if (!row) throw notFound('This campaign')
  return presentCampaign(row)
}
