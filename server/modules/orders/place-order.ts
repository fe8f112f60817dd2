import type { Campaign } from '@dooryard/contract/campaigns'
import type { CreditSetting } from '@dooryard/contract/credits'
import type { NewEnterpriseOrder } from '@dooryard/contract/enterprise'
import { callReadyExpiryDays } from '@dooryard/contract/limits'
import type { NewOrder, NewPrivateOrder } from '@dooryard/contract/new-order'
import type { Order } from '@dooryard/contract/order'
import type { Role } from '@dooryard/contract/roles'
import { dayMs } from '@dooryard/contract/time'
import type { Context, Services, TransactionContext } from '../../platform/context.ts'
import { appError } from '../../platform/errors.ts'
import { plural } from '../../platform/format.ts'
import { newId } from '../../platform/ids.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { campaignOfName, ownCampaign } from '../campaigns/index.ts'
import { holdCredits, priceOf } from '../credits/index.ts'
import { coversAny, scrubPlan } from '../dnc/index.ts'
import { holdAccount } from '../identity/index.ts'
import { excludedCriteria } from '../saved-searches/index.ts'
import { addFulfilJob } from './fulfil-order.job.ts'
import { tellOfOrder } from './move-order.ts'
import { columnsRefusal, refusal } from './order-rules.ts'
import { insertOrder, type NewOrderRow } from './orders.queries.ts'
import { ownOrder } from './own-order.ts'

type Draft = NewPrivateOrder & { campaign?: Campaign }

/** Price and excluded searches are copied, so no later edit changes the order. CONFLICT at another price than shown. */
export const placeOrder = (ctx: Context, campaignId: string, draft: NewOrder): Promise<Order> =>
  inTransaction(ctx, async (inside) => {
    await holdAccount(inside)
    const campaign = await ownCampaign(inside, campaignId)
    const { campaignType, criteria } = campaign
    return place(inside, { criteria, ...draft, campaignType, campaign })
  })

export const placePrivateOrder = (ctx: Context, draft: NewPrivateOrder): Promise<Order> =>
  inTransaction(ctx, async (inside) => {
    await holdAccount(inside)
    return place(inside, draft)
  })

async function place(inside: TransactionContext, draft: Draft): Promise<Order> {
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

async function refuse(inside: TransactionContext, draft: Draft, price: CreditSetting): Promise<void> {
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

/** For a program, which may name the campaign: it is then made where there is none. */
export const placeEnterpriseOrder = (
  ctx: Context,
  { campaignId, campaign, ...draft }: NewEnterpriseOrder,
): Promise<Order> =>
  inTransaction(ctx, async (inside) => {
    if (campaignId !== undefined) return placeOrder(inside, campaignId, draft)
    const { criteria } = draft
    // The contract has refused such an order; here it is said again for the types.
    if (!campaign || !criteria) throw appError('VALIDATION', 'Give either campaignId or campaign')
    const { id } = await campaignOfName(inside, { ...campaign, criteria })
    return placeOrder(inside, id, draft)
  })

/** Inside the caller's transaction. INSUFFICIENT_CREDITS where the balance cannot meet it. */
export async function enterOrder(
  inside: Pick<Services, 'clock' | 'log' | 'db'>,
  draft: Omit<NewOrderRow, 'expiresAt'>,
  /** Who orders, and what the owner reads of the hold where that is not the usual. */
  cause: { actor: string; reason?: string },
): Promise<void> {
  const { db } = inside
  const { id: orderId, userId, campaignType, createdAt, creditRequired, quantity } = draft
  const isToCall = campaignType === 'CALL_READY'
  const expiresAt = isToCall ? new Date(createdAt.getTime() + callReadyExpiryDays * dayMs) : null
  await insertOrder(db, { ...draft, expiresAt })
  await holdCredits(db, { userId, orderId, amount: creditRequired * quantity, ...cause })
  await addFulfilJob(db, { orderId, userId })
  await tellOfOrder(inside, 'order.created', { orderId, userId })
}

/** UNPROCESSABLE where no number of a user's could be found clean, with what the actor can do about it. */
export async function refuseWithoutRegistry(
  { db, actor, clock }: Pick<Context, 'db' | 'actor' | 'clock'>,
  userId = actor.userId,
): Promise<void> {
  if (coversAny(await scrubPlan(db, { userId, at: clock.now() }))) return
  throw appError(
    'UNPROCESSABLE',
    'Phone numbers cannot be checked at present: there is no copy of the national do-not-call registry from the last 31 ' +
      `days. ${remedyFor(actor.role)}`,
  )
}

function remedyFor(role: Role): string {
  if (role === 'SUPER_ADMIN') return 'Please import a current one first.'
  // Only enterprise users can hold copies of their own.
  return role === 'ENTERPRISE_USER'
    ? 'Upload a current one under your own subscription account number, or ask support to renew ours.'
    : 'Please ask support to renew it.'
}
