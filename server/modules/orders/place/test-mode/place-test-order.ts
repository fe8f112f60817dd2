import { dayMs } from '@dooryard/contract/api/time'
import type { Campaign } from '@dooryard/contract/orders/campaigns'
import type { NewEnterpriseOrder } from '@dooryard/contract/orders/enterprise'
import type { Order } from '@dooryard/contract/orders/order'
import { resolveSort } from '@dooryard/contract/orders/quote/delivery-options'
import type { Context, TransactionContext } from '../../../../platform/context.ts'
import { appError, isAppError, rateLimited } from '../../../../platform/errors/app-error.ts'
import { inTransaction } from '../../../../platform/postgres/database.ts'
import { newId } from '../../../../platform/util/ids.ts'
import { getOwnedCampaign } from '../../../campaigns/index.ts'
import { lockActiveAccount } from '../../../identity/index.ts'
import { toCriteria } from '../../../properties/index.ts'
import { getExcludedCriteria } from '../../../saved-searches/index.ts'
import { getLeadTerms } from '../../purchases/lead-terms.ts'
import { requireNamed } from '../../purchases/own-leads.ts'
import { assertOrderTerms } from '../place-order.ts'
import { addTestOrderJob, emitTestOrderEvent } from './advance-test-order.job.ts'
import { presentTestOrderWithCriteria } from './present-test-order.ts'
import { countTestOrdersSince, findTestCampaign, findTestOrder, insertTestOrder } from './test-orders.queries.ts'

const maxTestOrdersPerDay = 500

type TestCampaign = Pick<Campaign, 'id' | 'name' | 'campaignType'> & Partial<Pick<Campaign, 'criteria' | 'status'>>

/**
 * Places an order of a test key: it is refused as a live order is for its fields, filters and price, but neither for
 * the balance nor for what can be delivered. It holds no credits, and creates no campaign.
 */
export const placeTestOrder = (ctx: Context, { campaignId, campaign, ...draft }: NewEnterpriseOrder): Promise<Order> =>
  inTransaction(ctx, async (tx) => {
    const { db, actor, clock } = tx
    await lockActiveAccount(tx)
    await requireTestQuota(tx)
    const named = await resolveCampaign(tx, { campaignId, campaign })
    const criteria = draft.criteria ?? named.criteria
    if (!criteria || !actor.apiKeyId) throw appError('VALIDATION', 'Criteria are required with campaign')
    const { id: namedId, name: campaignName, campaignType } = named
    const { setting, ...prices } = await getLeadTerms(db, campaignType)
    assertOrderTerms({ ...draft, criteria, campaignType, campaign: named }, { ...prices, setting })
    await requireNamed(db, actor.userId, [criteria, ...(await getExcludedCriteria(tx, criteria))])
    const { orderName, quantity, columns = null, addPhones = false, onePerOwner = false, onePerAddress = false } = draft
    const delivery = { sort: resolveSort(draft.sort, criteria), onePerOwner, onePerAddress }
    const { userId, apiKeyId } = actor
    const id = newId()
    await insertTestOrder(db, {
      ...{ id, userId, apiKeyId, campaignId: namedId, campaignName, campaignType, orderName, quantity, criteria },
      terms: { ...prices, addPhones, ...delivery, columns },
      createdAt: clock.now(),
    })
    await addTestOrderJob(db, id)
    await emitTestOrderEvent(tx, 'order.created', id, {})
    const row = await findTestOrder(db, id)
    if (!row) throw new Error(`the test order ${id} was not stored`)
    return presentTestOrderWithCriteria(row)
  })

async function requireTestQuota({ db, actor, clock }: TransactionContext): Promise<void> {
  const since = new Date(clock.now().getTime() - dayMs)
  if ((await countTestOrdersSince(db, actor.userId, since)) < maxTestOrdersPerDay) return
  throw rateLimited(
    `An account can place ${maxTestOrdersPerDay} test orders in 24 hours. Please try again later.`,
    3600,
  )
}

/** A live campaign by its id, or one of earlier test orders by id or name; any other name is a new one. */
async function resolveCampaign(
  tx: TransactionContext,
  { campaignId, campaign }: Pick<NewEnterpriseOrder, 'campaignId' | 'campaign'>,
): Promise<TestCampaign> {
  const { userId } = tx.actor
  if (campaignId !== undefined) {
    const earlier = await findTestCampaign(tx.db, userId, { id: campaignId })
    return getOwnedCampaign(tx, campaignId).catch((error) => {
      if (!earlier || !isAppError(error) || error.code !== 'NOT_FOUND') throw error
      return {
        id: campaignId,
        name: earlier.campaignName,
        campaignType: earlier.campaignType as Campaign['campaignType'], // written only by `insertTestOrder`
        criteria: toCriteria(earlier),
      }
    })
  }
  // The contract already rejects such an order; this narrows the types.
  if (!campaign) throw appError('VALIDATION', 'Send either campaignId or campaign')
  const earlier = await findTestCampaign(tx.db, userId, campaign)
  return { ...campaign, id: earlier?.campaignId ?? newId() }
}
