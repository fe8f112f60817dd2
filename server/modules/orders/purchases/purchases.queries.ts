import type { CampaignType } from '@dooryard/contract/api/enums'
import { sql } from 'kysely'
import { lockInTransaction } from '../../../platform/postgres/advisory-locks.ts'
import type { Db } from '../../../platform/postgres/database.ts'
import type { LeadKeys, OwnerLookup } from '../../properties/index.ts'
import { getPurchasedSince } from './lead-terms.ts'

type LeadKeyRow = { propertyId: string; ownerKey: string }

const toLeadKeys = (rows: readonly LeadKeyRow[]): LeadKeys =>
  rows.map(({ propertyId, ownerKey }) => `${propertyId}:${ownerKey}`)

type PurchasedQuery = { userId: string; campaignType: CampaignType; at: Date }

/** Of the last 365 days. */
export const listPurchasedLeads = async (db: Db, { userId, campaignType, at }: PurchasedQuery): Promise<LeadKeys> =>
  toLeadKeys(
    await db
      .selectFrom('leadPurchases')
      .select(['propertyId', 'ownerKey'])
      .where('userId', '=', userId)
      .where('campaignType', '=', campaignType)
      .where('paidAt', '>=', getPurchasedSince(at))
      // Cached answers are found by the list.
      .orderBy('propertyId')
      .orderBy('ownerKey')
      .execute(),
  )

/** The delivered leads of an order; empty if the user has no such order. */
export const listOrderedLeads = async (
  db: Db,
  { userId, orderId }: { userId: string; orderId: string },
): Promise<LeadKeys> =>
  toLeadKeys(
    await db
      .selectFrom('pipelineLeads')
      .select(['propertyId', 'ownerKey'])
      .where('orderId', '=', orderId)
      .where('userId', '=', userId)
      .orderBy('propertyId')
      .execute(),
  )

/** Those of the orders that the user owns. */
export const listOwnedOrderIds = (db: Db, userId: string, ids: readonly string[]) =>
  db
    .selectFrom('orders')
    .select('id')
    .where('userId', '=', userId)
    .where(({ eb, fn, val }) => eb('id', '=', fn.any(val([...ids]))))
    .execute()

type CampaignLeadsQuery = { userId: string; campaignId: string }

/** The delivered leads of all orders of a campaign. */
export const listCampaignLeads = async (db: Db, { userId, campaignId }: CampaignLeadsQuery): Promise<LeadKeys> =>
  toLeadKeys(
    await db
      .selectFrom('pipelineLeads')
      .innerJoin('orders', 'orders.id', 'pipelineLeads.orderId')
      .select(['pipelineLeads.propertyId', 'pipelineLeads.ownerKey'])
      .distinct()
      .where('orders.campaignId', '=', campaignId)
      .where('orders.userId', '=', userId)
      .orderBy('pipelineLeads.propertyId')
      .orderBy('pipelineLeads.ownerKey')
      .execute(),
  )

type DeliveredQuery = { orderIds: readonly string[]; campaignIds: readonly string[] }

/** How many leads these orders, and those of these campaigns, have delivered. */
export async function countDeliveredLeads(db: Db, { orderIds, campaignIds }: DeliveredQuery): Promise<number> {
  const { leads } = await db
    .selectFrom('orders')
    .select(sql<number>`coalesce(sum(delivered_quantity), 0)::integer`.as('leads'))
    .where(({ eb, fn, val, or }) =>
      or([eb('id', '=', fn.any(val([...orderIds]))), eb('campaignId', '=', fn.any(val([...campaignIds])))]),
    )
    .executeTakeFirstOrThrow()
  return leads
}

/** The leads among these that the user ever purchased: what was delivered stays theirs. */
export const listPurchasedOwners = (db: Db, userId: string, { ownerKeys, propertyIds }: OwnerLookup) =>
  db
    .selectFrom('leadPurchases')
    .select(['propertyId', 'ownerKey'])
    .where('userId', '=', userId)
    .where(({ eb, fn, val, or, and }) =>
      or([
        eb('ownerKey', '=', fn.any(val(ownerKeys))),
        and([eb('ownerKey', '=', ''), eb('propertyId', '=', fn.any(val(propertyIds)))]),
      ]),
    )
    .execute()

type LeadPurchaseInput = PurchasedQuery & {
  orderId: string
  /** Purchases before this no longer count. */
  since: Date
}

/** Leads of an order by what is paid for them; all others are repeats, which are free. */
export type PurchasedCounts = { newLeads: number; phonesAdded: number }

/**
 * Records what of an order's leads is paid for: nothing of what the user has, the phones of a lead purchased for mail,
 * or all. Purchases of a user wait for each other, so that of two orders that share a lead one pays.
 */
export async function purchaseLeads(db: Db, input: LeadPurchaseInput): Promise<PurchasedCounts> {
  const { orderId, userId, campaignType, at, since } = input
  await lockInTransaction(db, `lead-purchases:${userId}`)
  // Scalar lookups per lead, which the planner cannot turn into a join: without statistics on new rows, the join took
  // five minutes for 50,000 leads.
  const isPurchased = (types: readonly CampaignType[]) => sql<boolean>`exists (
    select from lead_purchases paid where paid.user_id = ${userId} and paid.campaign_type = any(${[...types]}::text[])
      and paid.property_id = order_leads.property_id and paid.owner_key = order_leads.owner_key
      and paid.paid_at >= ${since})`
  const isToCall = campaignType === 'CALL_READY'
  // A Call Ready file has the mailing data too.
  const isRepeat = isPurchased(isToCall ? ['CALL_READY'] : ['MAIL_READY', 'CALL_READY'])
  const addsPhones = isToCall ? isPurchased(['MAIL_READY']) : sql<boolean>`false`
  await sql`update order_leads set is_repeat = ${isRepeat}, adds_phones = not ${isRepeat} and ${addsPhones}
    where order_id = ${orderId}`.execute(db)
  await sql`
    insert into lead_purchases (user_id, campaign_type, property_id, owner_key, paid_at, order_id)
    select ${userId}::uuid, ${campaignType}::text, property_id, owner_key, ${at}::timestamptz, order_id
    from order_leads where order_id = ${orderId} and not is_repeat
    on conflict (user_id, campaign_type, property_id, owner_key)
      do update set paid_at = excluded.paid_at, order_id = excluded.order_id`.execute(db)
  const { rows } = await sql<PurchasedCounts>`
    select count(*) filter (where not is_repeat and not adds_phones) as new_leads,
      count(*) filter (where adds_phones) as phones_added
    from order_leads where order_id = ${orderId}`.execute(db)
  return rows[0] ?? { newLeads: 0, phonesAdded: 0 }
}
