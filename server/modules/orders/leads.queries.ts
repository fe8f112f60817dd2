import type { CampaignType } from '@dooryard/contract/vocabularies'
import type { Db } from '../../platform/postgres/database.ts'
import type { SelectedLead } from '../properties/index.ts'
import type { Slice } from './orders.queries.ts'

/** Parameters a statement may carry are 65,535: five for each row. */
const rowsPerInsert = 5_000

/** Replaces an order's snapshot, so that a step which is run again leaves one. */
export async function replaceLeads(db: Db, orderId: string, leads: SelectedLead[]): Promise<void> {
  await db.deleteFrom('orderLeads').where('orderId', '=', orderId).execute()
  const rows = leads.map((lead, index) => ({
    orderId,
    rank: index + 1,
    propertyId: lead.propertyId,
    ownerKey: lead.ownerKey ?? '',
    lead: JSON.stringify(lead),
  }))
  for (let at = 0; at < rows.length; at += rowsPerInsert)
    await db
      .insertInto('orderLeads')
      .values(rows.slice(at, at + rowsPerInsert))
      .execute()
}

export const listLeads = (db: Db, orderId: string, { limit, offset }: Slice) =>
  db
    .selectFrom('orderLeads')
    .select(['rank', 'isRepeat', 'lead'])
    .where('orderId', '=', orderId)
    .orderBy('rank')
    .limit(limit)
    .offset(offset)
    .execute()

export async function countLeads(db: Db, orderId: string): Promise<number> {
  const { count } = await db
    .selectFrom('orderLeads')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('orderId', '=', orderId)
    .executeTakeFirstOrThrow()
  return count
}

type Purchase = { orderId: string; userId: string; campaignType: CampaignType; at: Date; freeSince: Date }

/**
 * Records that the user has paid for an order's leads, but for those paid for since `freeSince`: these are marked as
 * repeats. Gives how many are to be paid. Two orders that meet on a lead take turns on its row, so one of them pays.
 */
export async function purchaseLeads(
  db: Db,
  { orderId, userId, campaignType, at, freeSince }: Purchase,
): Promise<number> {
  const paid = await db
    .insertInto('leadPurchases')
    .columns(['userId', 'campaignType', 'propertyId', 'ownerKey', 'paidAt', 'orderId'])
    .expression(({ selectFrom, val, cast }) =>
      selectFrom('orderLeads')
        .select([
          cast<string>(val(userId), 'uuid').as('userId'),
          val<string>(campaignType).as('campaignType'),
          'propertyId',
          'ownerKey',
          cast<Date>(val(at), 'timestamptz').as('paidAt'),
          'orderLeads.orderId',
        ])
        .where('orderLeads.orderId', '=', orderId)
        // One order of rows for everybody, so that two orders never wait for each other in a circle.
        .orderBy('propertyId'),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['userId', 'campaignType', 'propertyId', 'ownerKey'])
        .doUpdateSet(({ ref }) => ({ paidAt: ref('excluded.paidAt'), orderId: ref('excluded.orderId') }))
        .where('leadPurchases.paidAt', '<', freeSince),
    )
    .returning('propertyId')
    .execute()
  await db
    .updateTable('orderLeads')
    .set({ isRepeat: true })
    .where('orderId', '=', orderId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('leadPurchases')
            .select('leadPurchases.propertyId')
            .where('leadPurchases.orderId', '=', orderId)
            .whereRef('leadPurchases.propertyId', '=', 'orderLeads.propertyId')
            .whereRef('leadPurchases.ownerKey', '=', 'orderLeads.ownerKey'),
        ),
      ),
    )
    .execute()
  return paid.length
}

/** Ids of the properties delivered to a user: of one campaign type, or of any. */
export async function deliveredIds(db: Db, userId: string, campaignType?: CampaignType): Promise<string[]> {
  const rows = await db
    .selectFrom('leadPurchases')
    .select('propertyId')
    .distinct()
    .where('userId', '=', userId)
    .$if(campaignType !== undefined, (query) => query.where('campaignType', '=', campaignType ?? ''))
    .execute()
  return rows.map(({ propertyId }) => propertyId)
}
