import { campaignTypes } from '@dooryard/contract/api/enums'
import type { Order } from '@dooryard/contract/orders/order'
import type { LeadDelivery, NewSingleLead, SingleLead } from '@dooryard/contract/orders/single-leads'
import type { Context } from '../../../../platform/context.ts'
import { appError, notFound } from '../../../../platform/errors/app-error.ts'
import { lockInTransaction } from '../../../../platform/postgres/advisory-locks.ts'
import { type Db, inTransaction } from '../../../../platform/postgres/database.ts'
import { findLeadPrice } from '../../../credits/index.ts'
import { lockActiveAccount } from '../../../identity/index.ts'
import { findProperty } from '../../../properties/index.ts'
import { findAudienceRefusal, type RefusalContext } from '../../place/audience-refusal.ts'
import { assertPriceUnchanged, createOrder } from '../../place/place-order.ts'
import { getPhonesPrice, getPurchasedSince } from '../../purchases/lead-terms.ts'
import { getOwnedOrder } from '../../read/get-order.ts'
import { presentBoardLead, presentOrder } from '../../read/present-order.ts'
import { buildOrderName, buildSingleCriteria, formatSingleRefusal, listOffers } from './single-lead-rules.ts'
import {
  findLatestSingleOrder,
  findLeadCard,
  findSingleOrderInProgress,
  type LeadRef,
  listDeliveries,
  listLeadPurchases,
} from './single-leads.queries.ts'

/** What the actor has of a lead, which is the property and its present owner. NOT_FOUND for an unknown property. */
export async function getSingleLead(ctx: Context, propertyId: string): Promise<SingleLead> {
  const { db, actor, clock } = ctx
  const property = await requireProperty(ctx, propertyId)
  const ref = { userId: actor.userId, propertyId: property.propertyId, ownerKey: property.ownerKey ?? '' }
  const [purchases, card, order, deliveries, prices] = await Promise.all([
    listLeadPurchases(db, ref, getPurchasedSince(clock.now())),
    findLeadCard(db, ref),
    findLatestSingleOrder(db, ref),
    listDeliveries(db, ref),
    listLeadPrices(db),
  ])
  const purchased = purchases.map(({ campaignType }) => campaignType)
  return {
    lead: card && presentBoardLead(card, clock.now()),
    purchasedAt: purchases[0]?.paidAt.toISOString(),
    order: order && presentOrder(order, clock.now()),
    deliveries: deliveries.map(presentDelivery),
    offers: actor.role === 'CONSUMER_USER' ? listOffers(purchased, prices) : [],
  }
}

const presentDelivery = ({
  campaignId,
  campaignType,
  deliveredAt,
  ...order
}: Awaited<ReturnType<typeof listDeliveries>>[number]): LeadDelivery => ({
  ...order,
  campaignId: campaignId ?? undefined,
  campaignType: campaignTypes.schema.parse(campaignType),
  deliveredAt: deliveredAt.toISOString(),
})

/** Read before any transaction: the properties are on another server. */
async function requireProperty({ clickhouse, signal }: Context, propertyId: string) {
  const property = await findProperty(clickhouse, propertyId, { signal })
  if (!property) throw notFound('This property')
  return property
}

async function listLeadPrices(db: Db) {
  const settings = await Promise.all(campaignTypes.values.map((type) => findLeadPrice(db, type)))
  return Promise.all(
    settings.flatMap((setting) =>
      setting ? [getPhonesPrice(db, setting).then((creditsToAddPhones) => ({ ...setting, creditsToAddPhones }))] : [],
    ),
  )
}

/**
 * Orders one lead. A second click joins the order in progress. CONFLICT if the actor has it already, or at another price
 * than the one shown; UNPROCESSABLE, with the reason, if it could deliver nothing.
 */
export async function orderSingleLead(ctx: RefusalContext, propertyId: string, draft: NewSingleLead): Promise<Order> {
  const property = await requireProperty(ctx, propertyId)
  const { userId } = ctx.actor
  const ref = { userId, propertyId: property.propertyId, ownerKey: property.ownerKey ?? '' }
  const { campaignType } = draft
  const audienceRefusal = await findAudienceRefusal(
    ctx,
    async () => ({ campaignType, criteria: buildSingleCriteria(ref.propertyId, await isPurchasedForMail(ctx, ref)) }),
    formatSingleRefusal,
  )
  return inTransaction(ctx, async (tx) => {
    await lockActiveAccount(tx)
    await lockInTransaction(tx.db, `single-lead:${userId}:${ref.propertyId}`)
    const inProgress = await findSingleOrderInProgress(tx.db, { ...ref, campaignType })
    if (inProgress) return getOwnedOrder(tx, { campaignId: null, orderId: inProgress })
    const { isForMail } = await checkOffer(tx, ref, draft)
    return createOrder(tx, {
      campaignType,
      orderName: buildOrderName(property),
      quantity: 1,
      criteria: buildSingleCriteria(ref.propertyId, isForMail),
      singlePropertyId: ref.propertyId,
      audienceRefusal,
    })
  })
}

async function isPurchasedForMail({ db, clock }: Pick<Context, 'db' | 'clock'>, ref: LeadRef): Promise<boolean> {
  const purchases = await listLeadPurchases(db, ref, getPurchasedSince(clock.now()))
  return purchases.some(({ campaignType }) => campaignType === 'MAIL_READY')
}

async function checkOffer(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  ref: LeadRef,
  { campaignType, credits }: NewSingleLead,
): Promise<{ isForMail: boolean }> {
  const purchases = await listLeadPurchases(db, ref, getPurchasedSince(clock.now()))
  const purchased = purchases.map((purchase) => purchase.campaignType)
  const offer = listOffers(purchased, await listLeadPrices(db)).find((one) => one.campaignType === campaignType)
  if (offer) assertPriceUnchanged(offer.credits, credits)
  else if (purchases.length > 0) throw appError('CONFLICT', 'You have already purchased this lead.')
  // Whether the type can be ordered at all is checked with the order.
  return { isForMail: purchased.includes('MAIL_READY') }
}
