import type { CountyValues } from '@dooryard/contract/leads/lead-changes'
import { sql } from 'kysely'
import type { Db } from '../../../../../platform/postgres/database.ts'

/** A card with what was known of its property at the delivery. */
export type WorkedCard = CountyValues & {
  orderId: string
  propertyId: string
  stage: string
  deliveredOn: string
  state: string
  countyFips: string
  lastSaleDate: string | null
}

/** The cards that are still worked, the most recently moved ones. */
export async function listWorkedCards(db: Db, userId: string, limit: number): Promise<WorkedCard[]> {
  const { rows } = await sql<WorkedCard>`
    select cards.order_id, cards.property_id, cards.stage, known.*,
      to_char(orders.completed_at at time zone 'UTC', 'YYYY-MM-DD') as delivered_on
    from (
      select order_id, property_id, stage from pipeline_leads
      where user_id = ${userId} and is_card and stage not in ('CLOSED', 'DEAD')
      order by staged_at desc, order_id desc, property_id desc limit ${limit}
    ) cards
    join orders on orders.id = cards.order_id
    join order_leads on order_leads.order_id = cards.order_id and order_leads.property_id = cards.property_id
    cross join lateral jsonb_to_record(order_leads.lead) as known(
      "state" text, "countyFips" text, "lastSaleDate" text,
      -- A value may exceed what an int holds.
      "marketValue" float8, "assessedValue" float8, "estimatedValue" float8)`.execute(db)
  return rows
}

type CardAddress = {
  orderId: string
  propertyId: string
  address: string | null
  unit: string | null
  city: string | null
  state: string
  zip: string | null
}

/** The addresses of these cards, in no order. */
export async function listAddresses(
  db: Db,
  cards: readonly Pick<WorkedCard, 'orderId' | 'propertyId'>[],
): Promise<CardAddress[]> {
  const { rows } = await sql<CardAddress>`
    select order_id, property_id, situs.* from order_leads
    cross join lateral jsonb_to_record(lead) as situs(address text, unit text, city text, state text, zip text)
    where (order_id, property_id) in (select * from unnest(
      ${cards.map(({ orderId }) => orderId)}::uuid[], ${cards.map(({ propertyId }) => propertyId)}::text[]))`.execute(
    db,
  )
  return rows
}
