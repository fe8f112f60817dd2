import type { Campaign, NewCampaign } from '@dooryard/contract/campaigns'
import type { Context } from '../../platform/context.ts'
import { newId } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { insertCampaign, lockCampaigns } from './campaigns.queries.ts'
import { refuseTooMany } from './most-campaigns.ts'
import { ownCampaign } from './own-campaign.ts'

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
