import type { Campaign } from '@dooryard/contract/campaigns'
import type { CreditSetting } from '@dooryard/contract/credits'
import type { NewOrder, NewPrivateOrder } from '@dooryard/contract/new-order'
import type { Order } from '@dooryard/contract/order'
import type { Transaction } from 'kysely'
import type { Context } from '../../platform/context.ts'
import { appError } from '../../platform/errors.ts'
import { plural } from '../../platform/format.ts'
import { newId } from '../../platform/ids.ts'
import { type DB, inTransaction } from '../../platform/postgres/database.ts'
import { ownCampaign } from '../campaigns/index.ts'
import { priceOf } from '../credits/index.ts'
import { holdAccount } from '../identity/index.ts'
import { excludedCriteria } from '../saved-searches/index.ts'
import { enterOrder } from './enter-order.ts'
import { columnsRefusal } from './file-columns-rules.ts'
import { refusal } from './order-rules.ts'
import { ownOrder } from './own-order.ts'
import { refuseWithoutRegistry } from './refuse-without-registry.ts'

type Inside = Omit<Context, 'db'> & { db: Transaction<DB> }
type Draft = NewPrivateOrder & { campaign?: Campaign }

/**
 * Places an order of a campaign: the hold, the order and its job commit together or not at all. The price and the saved
 * searches that it leaves out are copied onto the order, so that a later edit of either never changes it. Refuses with
 * UNPROCESSABLE, INSUFFICIENT_CREDITS, or CONFLICT where a lead costs something else than the caller was shown.
 */
export const placeOrder = (ctx: Context, campaignId: string, draft: NewOrder): Promise<Order> =>
  inTransaction(ctx, async (inside) => {
    await holdAccount(inside)
    const campaign = await ownCampaign(inside, campaignId)
    const { campaignType, criteria } = campaign
    return place(inside, { criteria, ...draft, campaignType, campaign })
  })

/** Places an order that belongs to no campaign, just so. */
export const placePrivateOrder = (ctx: Context, draft: NewPrivateOrder): Promise<Order> =>
  inTransaction(ctx, async (inside) => {
    await holdAccount(inside)
    return place(inside, draft)
  })

async function place(inside: Inside, draft: Draft): Promise<Order> {
  const { db, actor, clock } = inside
  const { campaign, campaignType, criteria, orderName, quantity, columns = null } = draft
  const price = await priceOf(db, campaignType)
  await refuse(inside, draft, price)
  const { creditRequired } = price
  const order = { id: newId(), userId: actor.userId, campaignId: campaign?.id ?? null, orderName, columns }
  const excluded = await excludedCriteria(inside, criteria)
  const terms = { campaignType, quantity, creditRequired, criteria, excluded, createdAt: clock.now() }
  const by = { actor: actor.impersonator?.userId ?? actor.userId }
  await enterOrder(inside, { ...order, ...terms, apiKeyId: actor.apiKeyId ?? null }, by)
  return ownOrder(inside, { campaignId: order.campaignId, orderId: order.id })
}

async function refuse(inside: Inside, draft: Draft, price: CreditSetting): Promise<void> {
  const reason = refusal({ ...draft, price }) ?? columnsRefusal(draft.campaignType, draft.columns)
  if (reason) throw appError('UNPROCESSABLE', reason)
  refuseOtherPrice(price.creditRequired, draft.creditRequired)
  if (draft.campaignType === 'CALL_READY') await refuseWithoutRegistry(inside)
}

function refuseOtherPrice(price: number, shown: number | undefined) {
  if (shown === undefined || shown === price) return
  const cost = plural(price, 'credit')
  throw appError('CONFLICT', `The price has changed: a lead now costs ${cost}. Please look at the order again.`)
}
