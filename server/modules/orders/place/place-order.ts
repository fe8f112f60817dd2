import { callReadyExpiryDays } from '@dooryard/contract/api/limits'
import type { Role } from '@dooryard/contract/api/roles'
import { dayMs } from '@dooryard/contract/api/time'
import type { Campaign } from '@dooryard/contract/orders/campaigns'
import type { NewEnterpriseOrder } from '@dooryard/contract/orders/enterprise'
import type { NewOrder, NewPrivateOrder } from '@dooryard/contract/orders/new-order'
import type { Order } from '@dooryard/contract/orders/order'
import { getDeliveryRefusal, resolveSort } from '@dooryard/contract/orders/quote/delivery-options'
import { getMaxLeadPrice } from '@dooryard/contract/orders/quote/lead-price'
import type { Context, Services, TransactionContext } from '../../../platform/context.ts'
import { appError } from '../../../platform/errors/app-error.ts'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { pluralize } from '../../../platform/util/format.ts'
import { newId } from '../../../platform/util/ids.ts'
import { findOrCreateCampaign, getOwnedCampaign } from '../../campaigns/index.ts'
import type { ContactProvider } from '../../contacts/index.ts'
import { holdCredits } from '../../credits/index.ts'
import { createScrubPlan, hasNationalCoverage } from '../../dnc/index.ts'
import { lockActiveAccount } from '../../identity/index.ts'
import { findSearchName, getExcludedCriteria } from '../../saved-searches/index.ts'
import { addFulfilJob } from '../fulfil/fulfil-order.job.ts'
import { emitOrderEvent } from '../fulfil/transition-order.ts'
import { insertOrder, type NewOrderRow } from '../orders.queries.ts'
import { getLeadTerms } from '../purchases/lead-terms.ts'
import { requireNamed } from '../purchases/own-leads.ts'
import { getOwnedOrder } from '../read/get-order.ts'
import { findAudienceRefusal } from './audience-refusal.ts'
import { getColumnsRefusal, getOrderRefusal } from './order-rules.ts'

type OrderDraft = NewPrivateOrder & {
  campaign?: Campaign
  singlePropertyId?: string
  /** Why the order would deliver nothing. */
  audienceRefusal?: string | null
}

/** Creates the order in a transaction of its own, or in that of the given context. */
type Placing = (ctx: Context) => Promise<Order>

type PreparationContext = Context & { contacts: ContactProvider }

/**
 * Price and excluded searches are copied, so later edits do not change the order; suppression lists cannot be deleted
 * before it ends. UNPROCESSABLE if it would deliver nothing, CONFLICT if the price differs from the one shown.
 */
export async function prepareOrder(ctx: PreparationContext, campaignId: string, draft: NewOrder): Promise<Placing> {
  const audienceRefusal = await findAudienceRefusal(ctx, async () => {
    const { campaignType, criteria } = await getOwnedCampaign(ctx, campaignId)
    return { criteria, ...draft, campaignType }
  })
  return (given) => placeOrder(given, campaignId, { ...draft, audienceRefusal })
}

const placeOrder = (
  ctx: Context,
  campaignId: string,
  draft: NewOrder & Pick<OrderDraft, 'audienceRefusal'>,
): Promise<Order> =>
  inTransaction(ctx, async (tx) => {
    await lockActiveAccount(tx)
    const campaign = await getOwnedCampaign(tx, campaignId)
    const { campaignType, criteria } = campaign
    return createOrder(tx, { criteria, ...draft, campaignType, campaign })
  })

/** UNPROCESSABLE and CONFLICT as for an order of a campaign. */
export async function preparePrivateOrder(ctx: PreparationContext, draft: NewPrivateOrder): Promise<Placing> {
  const audienceRefusal = await findAudienceRefusal(ctx, () => draft)
  return (given) =>
    inTransaction(given, async (tx) => {
      await lockActiveAccount(tx)
      return createOrder(tx, { ...draft, audienceRefusal })
    })
}

/** Places a checked order in the caller's transaction, which holds the account. */
export async function createOrder(tx: TransactionContext, draft: OrderDraft): Promise<Order> {
  const { db, actor, clock } = tx
  const { campaign, campaignType, criteria, orderName, quantity, columns = null, addPhones = false } = draft
  const { singlePropertyId = null, savedSearchId } = draft
  const { setting, ...prices } = await getLeadTerms(db, campaignType)
  await assertCanOrder(tx, draft, { setting, ...prices })
  const names = { id: newId(), userId: actor.userId, campaignId: campaign?.id ?? null, orderName }
  const sourceSearch = savedSearchId === undefined ? undefined : await findSearchName(db, actor.userId, savedSearchId)
  const order = { ...names, columns, singlePropertyId, ...(sourceSearch && { sourceSearch }) }
  const { onePerOwner = false, onePerAddress = false } = draft
  const delivery = { sort: resolveSort(draft.sort, criteria), onePerOwner, onePerAddress }
  const excluded = await getExcludedCriteria(tx, criteria)
  await requireNamed(db, actor.userId, [criteria, ...excluded])
  const terms = {
    campaignType,
    quantity,
    ...prices,
    addPhones,
    ...delivery,
    criteria,
    excluded,
    createdAt: clock.now(),
  }
  const by = { actor: actor.impersonator?.userId ?? actor.userId }
  await createOrderRecord(tx, { ...order, ...terms, apiKeyId: actor.apiKeyId ?? null }, by)
  return getOwnedOrder(tx, { campaignId: order.campaignId, orderId: order.id })
}

async function assertCanOrder(tx: TransactionContext, draft: OrderDraft, terms: CurrentTerms): Promise<void> {
  // The routes of test keys have functions of their own; an order of theirs must not be charged by mistake.
  if (tx.actor.isTest) throw new Error('a test key cannot place a live order')
  assertOrderTerms(draft, terms)
  if (draft.campaignType === 'CALL_READY') await requireDncRegistry(tx)
  if (draft.audienceRefusal) throw appError('UNPROCESSABLE', draft.audienceRefusal)
}

type TermsDraft = Omit<Parameters<typeof getOrderRefusal>[0], 'price'> &
  Pick<NewOrder, 'columns' | 'sort' | 'onePerOwner' | 'onePerAddress' | 'creditRequired' | 'creditsToAddPhones'>

type CurrentTerms = Awaited<ReturnType<typeof getLeadTerms>>

/** What holds for every order, of a live or a test key. UNPROCESSABLE, and CONFLICT at another price. */
export function assertOrderTerms(draft: TermsDraft, { setting, creditRequired, creditsToAddPhones }: CurrentTerms) {
  const reason =
    getOrderRefusal({ ...draft, price: setting }) ??
    getColumnsRefusal(draft.campaignType, draft.columns) ??
    getDeliveryRefusal(draft)
  if (reason) throw appError('UNPROCESSABLE', reason)
  assertPriceUnchanged(creditRequired, draft.creditRequired)
  assertPriceUnchanged(creditsToAddPhones, draft.creditsToAddPhones, 'added phones now cost')
}

/** CONFLICT when the price is not the one that was shown. */
export function assertPriceUnchanged(price: number, shownPrice: number | undefined, what = 'a lead now costs') {
  if (shownPrice === undefined || shownPrice === price) return
  const cost = pluralize(price, 'credit')
  throw appError('CONFLICT', `The price has changed: ${what} ${cost}. Please review the order again.`)
}

/** For API clients, which may name the campaign; it is created if it does not exist. */
export async function prepareEnterpriseOrder(
  ctx: PreparationContext,
  { campaignId, campaign, ...draft }: NewEnterpriseOrder,
): Promise<Placing> {
  if (campaignId !== undefined) return prepareOrder(ctx, campaignId, draft)
  const { criteria } = draft
  // The contract already rejects such an order; this narrows the types.
  if (!campaign || !criteria) throw appError('VALIDATION', 'Send either campaignId or campaign')
  const { campaignType } = campaign
  const audienceRefusal = await findAudienceRefusal(ctx, () => ({ ...draft, criteria, campaignType }))
  return (given) =>
    inTransaction(given, async (tx) => {
      const { id } = await findOrCreateCampaign(tx, { ...campaign, criteria })
      return placeOrder(tx, id, { ...draft, audienceRefusal })
    })
}

/**
 * Creates the order, its credit hold and its job in the caller's transaction. INSUFFICIENT_CREDITS when the balance
 * does not cover it.
 */
export async function createOrderRecord(
  tx: Pick<Services, 'clock' | 'log' | 'db'>,
  draft: Omit<NewOrderRow, 'expiresAt'>,
  /** The actor, and the hold's reason as the owner sees it if it differs from the default. */
  cause: { actor: string; reason?: string },
): Promise<void> {
  const { db } = tx
  const { id: orderId, userId, campaignType, createdAt, quantity } = draft
  const isToCall = campaignType === 'CALL_READY'
  const expiresAt = isToCall ? new Date(createdAt.getTime() + callReadyExpiryDays * dayMs) : null
  await insertOrder(db, { ...draft, expiresAt })
  await holdCredits(db, { userId, orderId, amount: getMaxLeadPrice(draft.criteria, draft) * quantity, ...cause })
  await addFulfilJob(db, { orderId, userId, isSingle: draft.singlePropertyId != null })
  await emitOrderEvent(tx, 'order.created', { orderId, userId })
}

/** UNPROCESSABLE when no registry is current, so no number could scrub clean. */
export async function requireDncRegistry(ctx: RegistryContext, userId = ctx.actor.userId): Promise<void> {
  const refusal = await findRegistryRefusal(ctx, userId)
  if (refusal) throw appError('UNPROCESSABLE', refusal)
}

type RegistryContext = Pick<Context, 'db' | 'actor' | 'clock'>

/** That no registry is current, and what the actor can do; null if one is. */
export const findRegistryRefusal = async (
  { db, actor, clock }: RegistryContext,
  userId = actor.userId,
): Promise<string | null> =>
  hasNationalCoverage(await createScrubPlan(db, { userId, at: clock.now() }))
    ? null
    : 'Phone numbers cannot be checked at present: there is no copy of the national do-not-call registry from the last 31 ' +
      `days. ${getRegistryRemedy(actor.role)}`

function getRegistryRemedy(role: Role): string {
  if (role === 'SUPER_ADMIN') return 'Please import a current one first.'
  // Only enterprise users can upload their own list versions.
  return role === 'ENTERPRISE_USER'
    ? 'Upload a current one under your own subscription account number, or ask support to renew ours.'
    : 'Please ask support to renew it.'
}
