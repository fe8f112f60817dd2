import {
  type Campaign,
  type CampaignChange,
  maxActiveCampaigns,
  maxCampaigns,
  type NewCampaign,
} from '@dooryard/contract/orders/campaigns'
import { type Context, ownScope, type Scope } from '../../platform/context.ts'
import { appError, notFound } from '../../platform/errors/app-error.ts'
import { type Db, inTransaction } from '../../platform/postgres/database.ts'
import { formatNumber } from '../../platform/util/format.ts'
import { newId } from '../../platform/util/ids.ts'
import {
  countCampaigns,
  findCampaign,
  findCampaignByName,
  hasCampaign,
  insertCampaign,
  lockCampaigns,
  updateCampaign,
} from './campaigns.queries.ts'
import { presentCampaign } from './present-campaign.ts'

type CampaignOwnerContext = Pick<Context, 'db' | 'actor'>

export async function getOwnedCampaign(ctx: CampaignOwnerContext, campaignId: string): Promise<Campaign> {
  const row = await findCampaign(ctx.db, ownScope(ctx), campaignId)
  if (!row) throw notFound('This campaign')
  return presentCampaign(row)
}

export async function requireCampaign(db: Db, scope: Scope, campaignId: string): Promise<void> {
  if (!(await hasCampaign(db, scope, campaignId))) throw notFound('This campaign')
}

/**
 * Creates a campaign for the actor. Campaigns are free; orders cost credits. UNPROCESSABLE above the campaign limit.
 */
export const createCampaign = (ctx: Context, draft: NewCampaign): Promise<Campaign> =>
  inTransaction(ctx, async (tx) => {
    const { db, actor, clock } = tx
    await lockCampaigns(db, actor.userId)
    await assertCampaignLimit(tx)
    const id = newId()
    await insertCampaign(db, { ...draft, id, userId: actor.userId, at: clock.now() })
    return getOwnedCampaign(tx, id)
  })

/**
 * Returns the oldest campaign of that name, so the result stays the same as more are created. Concurrent calls get the
 * same campaign.
 */
export const findOrCreateCampaign = (ctx: Context, draft: NewCampaign): Promise<Campaign> =>
  inTransaction(ctx, async (tx) => {
    const { db, actor } = tx
    await lockCampaigns(db, actor.userId)
    const found = await findCampaignByName(db, actor.userId, draft)
    return found ? getOwnedCampaign(tx, found.id) : createCampaign(tx, draft)
  })

/** Orders already placed keep their own copy of the criteria. UNPROCESSABLE above the limit. */
export const changeCampaign = (ctx: Context, campaignId: string, change: CampaignChange): Promise<Campaign> =>
  inTransaction(ctx, async (tx) => {
    const { db, actor, clock } = tx
    if (change.status === 'ACTIVE') await lockCampaigns(db, actor.userId)
    const { status } = await getOwnedCampaign(tx, campaignId)
    if (change.status === 'ACTIVE' && status !== 'ACTIVE') {
      const { active } = await countCampaigns(db, actor.userId)
      assertActiveCampaignLimit(active, 'reactivate this one')
    }
    await updateCampaign(db, actor.userId, campaignId, { ...change, at: clock.now() })
    return getOwnedCampaign(tx, campaignId)
  })

/** Archived campaigns count too, because they stay with their orders. */
async function assertCampaignLimit({ db, actor }: CampaignOwnerContext): Promise<void> {
  const { active, all } = await countCampaigns(db, actor.userId)
  assertActiveCampaignLimit(active, 'create another')
  if (all < maxCampaigns) return
  throw appError(
    'UNPROCESSABLE',
    `You have ${formatNumber(maxCampaigns)} campaigns, including archived ones, the maximum. ` +
      'Reactivate an archived one instead; the API can change its name and filters.',
  )
}

function assertActiveCampaignLimit(active: number, action: 'create another' | 'reactivate this one'): void {
  if (active < maxActiveCampaigns) return
  throw appError(
    'UNPROCESSABLE',
    `You have ${maxActiveCampaigns} active campaigns, the maximum. Archive one to ${action}.`,
  )
}
