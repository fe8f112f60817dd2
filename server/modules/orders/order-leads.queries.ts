import type { LeadStage } from '@dooryard/contract/vocabularies'
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'
import type { Slice } from './orders.queries.ts'

/** An order's leads, numbered as they stand in it: what was drawn and not delivered leaves no gap. */
const delivered = (db: Db, orderId: string) =>
  db.selectFrom((inner) =>
    inner
      .selectFrom('orderLeads')
      .select(['propertyId', 'isRepeat', 'stage', 'lead', 'contacts'])
      .select(sql<number>`row_number() over (order by rank)`.as('rank'))
      .where('orderId', '=', orderId)
      .as('leads'),
  )

export type DeliveredLead = Awaited<ReturnType<typeof listDelivered>>[number]

export const listDelivered = (db: Db, orderId: string, stage: LeadStage | undefined, { limit, offset }: Slice) =>
  delivered(db, orderId)
    .selectAll()
    .$if(stage !== undefined, (query) => query.where('stage', '=', stage ?? ''))
    .orderBy('rank')
    .limit(limit)
    .offset(offset)
    .execute()

export async function countDelivered(db: Db, orderId: string, stage: LeadStage | undefined): Promise<number> {
  const { count } = await db
    .selectFrom('orderLeads')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('orderId', '=', orderId)
    .$if(stage !== undefined, (query) => query.where('stage', '=', stage ?? ''))
    .executeTakeFirstOrThrow()
  return count
}

export const findDelivered = (db: Db, orderId: string, propertyId: string) =>
  delivered(db, orderId).selectAll().where('propertyId', '=', propertyId).executeTakeFirst()

/** False where the order has no such lead. */
export async function setStage(db: Db, orderId: string, propertyId: string, stage: LeadStage): Promise<boolean> {
  const changed = await db
    .updateTable('orderLeads')
    .set({ stage })
    .where('orderId', '=', orderId)
    .where('propertyId', '=', propertyId)
    .returning('propertyId')
    .execute()
  return changed.length > 0
}
