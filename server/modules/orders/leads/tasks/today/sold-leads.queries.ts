import { sql } from 'kysely'
import type { Db } from '../../../../../platform/postgres/database.ts'

const selectWorkedCards = (db: Db, userId: string) =>
  db
    .selectFrom('pipelineLeads')
    .where('pipelineLeads.userId', '=', userId)
    .where('pipelineLeads.isCard', '=', true)
    .where('pipelineLeads.stage', 'not in', ['CLOSED', 'DEAD'])

/** The properties of the cards that are still worked, most recently moved first. */
export async function listWorkedProperties(db: Db, userId: string, limit: number): Promise<string[]> {
  const rows = await selectWorkedCards(db, userId)
    .select('propertyId')
    .orderBy('stagedAt', 'desc')
    .orderBy('orderId', 'desc')
    .orderBy('propertyId', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ propertyId }) => propertyId)
}

/** Cards of these properties, with the day of their delivery and the last sale that was known then. */
export const listCardsWithSales = (db: Db, userId: string, propertyIds: readonly string[]) =>
  selectWorkedCards(db, userId)
    .innerJoin('orderLeads', (join) =>
      join
        .onRef('orderLeads.orderId', '=', 'pipelineLeads.orderId')
        .onRef('orderLeads.propertyId', '=', 'pipelineLeads.propertyId'),
    )
    .innerJoin('orders', 'orders.id', 'pipelineLeads.orderId')
    .where('pipelineLeads.propertyId', 'in', [...propertyIds])
    .select(['pipelineLeads.orderId', 'pipelineLeads.propertyId', 'pipelineLeads.stage'])
    .select(sql<string | null>`order_leads.lead ->> 'lastSaleDate'`.as('knownSale'))
    .select(sql<string>`to_char(orders.completed_at at time zone 'UTC', 'YYYY-MM-DD')`.as('deliveredOn'))
    .orderBy('pipelineLeads.stagedAt', 'desc')
    .orderBy('pipelineLeads.orderId')
    .execute()
