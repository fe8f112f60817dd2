import {
  type Campaign,
  type CampaignChange,
  mostActiveCampaigns,
  mostCampaigns,
  type NewCampaign,
} from '@dooryard/contract/campaigns'
import { type Context, ownScope, type Scope } from '../../platform/context.ts'
import { appError, notFound } from '../../platform/errors.ts'
import { formatNumber } from '../../platform/format.ts'
import { newId } from '../../platform/ids.ts'
import { type Db, inTransaction } from '../../platform/postgres/database.ts'
import {
  countCampaigns,
  findByName,
  findCampaign,
  hasCampaign,
  insertCampaign,
  lockCampaigns,
  updateCampaign,
} from './campaigns.queries.ts'
import { presentCampaign } from './present-campaign.ts'

type Asker = Pick<Context, 'db' | 'actor'>

export async function ownCampaign(asker: Asker, campaignId: string): Promise<Campaign> {
  const row = await findCampaign(asker.db, ownScope(asker), campaignId)
  if (!row) throw notFound('This campaign')
  return presentCampaign(row)
}

export async function requireCampaign(db: Db, scope: Scope, campaignId: string): Promise<void> {
  if (!(await hasCampaign(db, scope, campaignId))) throw notFound('This campaign')
}

/** Creates a campaign of the actor's. It costs nothing; orders do. UNPROCESSABLE where there are too many. */
export const createCampaign = (ctx: Context, draft: NewCampaign): Promise<Campaign> =>
  inTransaction(ctx, async (inside) => {
    const { db, actor, clock } = inside
    await lockCampaigns(db, actor.userId)
    await refuseTooMany(inside)
    const id = newId()
    await insertCampaign(db, { ...draft, id, userId: actor.userId, at: clock.now() })
    return ownCampaign(inside, id)
  })

/** Of several, the oldest: that stays so, whatever is created later. Two who ask at once get the same one. */
export const campaignOfName = (ctx: Context, draft: NewCampaign): Promise<Campaign> =>
  inTransaction(ctx, async (inside) => {
    const { db, actor } = inside
    await lockCampaigns(db, actor.userId)
    const found = await findByName(db, actor.userId, draft)
    return found ? ownCampaign(inside, found.id) : createCampaign(inside, draft)
  })

/** Orders already placed carry their own criteria, so they stay as they are. UNPROCESSABLE beyond the limit. */
export const changeCampaign = (ctx: Context, campaignId: string, change: CampaignChange): Promise<Campaign> =>
  inTransaction(ctx, async (inside) => {
    const { db, actor, clock } = inside
    if (change.status === 'ACTIVE') await lockCampaigns(db, actor.userId)
    const { status } = await ownCampaign(inside, campaignId)
    if (change.status === 'ACTIVE' && status !== 'ACTIVE') {
      const { active } = await countCampaigns(db, actor.userId)
      refuseTooManyActive(active, 'reactivate this one')
    }
    await updateCampaign(db, actor.userId, campaignId, { ...change, at: clock.now() })
    return ownCampaign(inside, campaignId)
  })

/** Archived campaigns count too, for they stay with their orders. */
async function refuseTooMany({ db, actor }: Asker): Promise<void> {
  const { active, all } = await countCampaigns(db, actor.userId)
  refuseTooManyActive(active, 'create another')
  if (all < mostCampaigns) return
  throw appError(
    'UNPROCESSABLE',
    `You have ${formatNumber(mostCampaigns)} campaigns, archived ones included, the most an account can have. ` +
      'Reactivate an archived one instead; the API can change its name and filters.',
  )
}

function refuseTooManyActive(active: number, toDo: 'create another' | 'reactivate this one'): void {
  if (active < mostActiveCampaigns) return
  throw appError(
    'UNPROCESSABLE',
    `You have ${mostActiveCampaigns} active campaigns, the most an account can have. Archive one to ${toDo}.`,
  )
}
