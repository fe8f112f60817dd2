import type { CampaignType } from '@dooryard/contract/api/enums'
import { campaignTypes } from '@dooryard/contract/api/enums'
import { maxLeadDeliveries } from '@dooryard/contract/orders/single-leads'
import type { Db } from '../../../../platform/postgres/database.ts'
import { findOrder } from '../../orders.queries.ts'
import { findBoardLead } from '../lead-board.queries.ts'

export type LeadRef = { userId: string; propertyId: string; ownerKey: string }

/** What was paid for of a lead since then, the latest first. */
export async function listLeadPurchases(db: Db, { userId, propertyId, ownerKey }: LeadRef, since: Date) {
  const rows = await db
    .selectFrom('leadPurchases')
    .select(['campaignType', 'paidAt'])
    .where('userId', '=', userId)
    .where('propertyId', '=', propertyId)
    .where('ownerKey', '=', ownerKey)
    .where('paidAt', '>=', since)
    .orderBy('paidAt', 'desc')
    .orderBy('campaignType')
    .execute()
  return rows.map(({ campaignType, paidAt }) => ({ campaignType: campaignTypes.schema.parse(campaignType), paidAt }))
}

/** The lead as on the board, from the order that its card belongs to. */
export async function findLeadCard(db: Db, { userId, propertyId, ownerKey }: LeadRef) {
  const card = await db
    .selectFrom('pipelineLeads')
    .select('orderId')
    .where('userId', '=', userId)
    .where('propertyId', '=', propertyId)
    .where('ownerKey', '=', ownerKey)
    .where('isCard', '=', true)
    .executeTakeFirst()
  return card && findBoardLead(db, userId, card.orderId, propertyId)
}

/** The orders that delivered a lead of the property, newest first. */
export const listDeliveries = (db: Db, { userId, propertyId }: Pick<LeadRef, 'userId' | 'propertyId'>) =>
  db
    .selectFrom('pipelineLeads')
    .innerJoin('orders', 'orders.id', 'pipelineLeads.orderId')
    .select(['orders.id as orderId', 'orders.orderName', 'orders.campaignId', 'orders.campaignType'])
    .select(({ fn }) => fn.coalesce('orders.completedAt', 'pipelineLeads.stagedAt').as('deliveredAt'))
    .where('pipelineLeads.userId', '=', userId)
    .where('pipelineLeads.propertyId', '=', propertyId)
    .orderBy('deliveredAt', 'desc')
    .orderBy('orderId')
    .limit(maxLeadDeliveries)
    .execute()

const selectSingleOrders = (db: Db, { userId, propertyId }: Pick<LeadRef, 'userId' | 'propertyId'>) =>
  db
    .selectFrom('orders')
    .select('id')
    .where('userId', '=', userId)
    .where('singlePropertyId', '=', propertyId)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(1)

export async function findLatestSingleOrder(db: Db, ref: Pick<LeadRef, 'userId' | 'propertyId'>) {
  const latest = await selectSingleOrders(db, ref).executeTakeFirst()
  return latest && findOrder(db, latest.id)
}

/** The id of an order of the lead that is in progress. */
export async function findSingleOrderInProgress(
  db: Db,
  { campaignType, ...ref }: Pick<LeadRef, 'userId' | 'propertyId'> & { campaignType: CampaignType },
): Promise<string | undefined> {
  const order = await selectSingleOrders(db, ref)
    .where('campaignType', '=', campaignType)
    .where('internalStatus', 'not in', ['READY', 'FAILED', 'CANCELLED'])
    .executeTakeFirst()
  return order?.id
}
