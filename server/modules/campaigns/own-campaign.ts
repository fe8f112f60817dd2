import type { Campaign } from '@dooryard/contract/campaigns'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { findCampaign, hasCampaign } from './campaigns.queries.ts'
import { presentCampaign } from './present-campaign.ts'

/** The actor's campaign; NOT_FOUND for anybody else's. */
export async function ownCampaign({ db, actor }: Pick<Context, 'db' | 'actor'>, campaignId: string): Promise<Campaign> {
  const row = await findCampaign(db, actor.userId, campaignId)
  if (!row) throw notFound('This campaign')
  return presentCampaign(row)
}

/** NOT_FOUND unless the campaign is the actor's, without a look at its criteria. */
export async function requireOwnCampaign(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  campaignId: string,
): Promise<void> {
  if (!(await hasCampaign(db, campaignId, actor.userId))) throw notFound('This campaign')
}

/** NOT_FOUND where there is no such campaign of anybody's. */
export async function requireAnyCampaign({ db }: Pick<Context, 'db'>, campaignId: string): Promise<void> {
  if (!(await hasCampaign(db, campaignId))) throw notFound('This campaign')
}
