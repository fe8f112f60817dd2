import type { Contact } from '@dooryard/contract/orders/leads'
import { sql } from 'kysely'
import { countRows } from '../../../platform/postgres/count-rows.ts'
import type { Db } from '../../../platform/postgres/database.ts'
import type { RankedLead, TakenLead } from '../../properties/index.ts'

export const deleteCandidateLeads = (db: Db, orderId: string, afterRank = 0) =>
  db.deleteFrom('orderLeads').where('orderId', '=', orderId).where('rank', '>', afterRank).execute()

/** Adds leads to an order with ranks after `afterRank`. All leads are passed as one parameter and unpacked in SQL. */
export async function insertCandidateLeads(
  db: Db,
  orderId: string,
  leads: readonly RankedLead[],
  afterRank = 0,
): Promise<void> {
  const rows = leads.map(({ rank, lead }) => ({
    rank: afterRank + rank,
    property_id: lead.propertyId,
    owner_key: lead.ownerKey ?? '',
    lead,
  }))
  await sql`
    insert into order_leads (order_id, rank, property_id, owner_key, lead)
    select ${orderId}::uuid, rank, property_id, owner_key, lead
    from json_to_recordset(${JSON.stringify(rows)}::json) as given
      (rank integer, property_id text, owner_key text, lead jsonb)`.execute(db)
}

export async function getPropertyAtRank(db: Db, orderId: string, rank: number): Promise<string | undefined> {
  const row = await db
    .selectFrom('orderLeads')
    .select('propertyId')
    .where('orderId', '=', orderId)
    .where('rank', '=', rank)
    .executeTakeFirst()
  return row?.propertyId
}

export const listTakenLeads = (db: Db, orderId: string, upToRank: number): Promise<TakenLead[]> =>
  db
    .selectFrom('orderLeads')
    .select(['propertyId', 'ownerKey'])
    .where('orderId', '=', orderId)
    .where('rank', '<=', upToRank)
    .execute()

export const countLeads = (db: Db, orderId: string): Promise<number> =>
  countRows(db, db.selectFrom('orderLeads').where('orderId', '=', orderId))

export type LeadContacts = { rank: number; contacts: Contact[] }

export async function getLastRank(db: Db, orderId: string): Promise<number> {
  const { last } = await db
    .selectFrom('orderLeads')
    .select(({ fn }) => fn.max('rank').as('last'))
    .where('orderId', '=', orderId)
    .executeTakeFirstOrThrow()
  return last ?? 0
}

export async function listLeadContacts(
  db: Db,
  orderId: string,
  { after, upTo, limit }: { after: number; upTo: number; limit: number },
): Promise<LeadContacts[]> {
  const rows = await db
    .selectFrom('orderLeads')
    .select(['rank', 'contacts'])
    .where('orderId', '=', orderId)
    .where('rank', '>', after)
    .where('rank', '<=', upTo)
    .orderBy('rank')
    .limit(limit)
    .execute()
  // Written only by `updateLeadContacts`.
  return rows.map(({ rank, contacts }) => ({ rank, contacts: (contacts as Contact[] | null) ?? [] }))
}

/** Locks the leads by rank first, as `markPhone` does, so that the two cannot wait for each other. */
export async function updateLeadContacts(db: Db, orderId: string, leads: readonly LeadContacts[]): Promise<void> {
  await sql`
    with given as materialized (
      select * from json_to_recordset(${JSON.stringify(leads)}::json) as given (rank integer, contacts jsonb)
    ), locked as materialized (
      select rank from order_leads where order_id = ${orderId} and rank in (select rank from given)
      order by rank for update
    )
    update order_leads set contacts = given.contacts from given join locked using (rank)
    where order_leads.order_id = ${orderId} and order_leads.rank = given.rank`.execute(db)
}

/** A range of ranks: with `limit` the planner sorts the rest of a new table, 8 s for 50,000 leads instead of 2 s. */
export const listLeadsByRank = (db: Db, orderId: string, afterRank: number, upTo: number) =>
  db
    .selectFrom('orderLeads')
    .select(['lead', 'contacts'])
    .where('orderId', '=', orderId)
    .where('rank', '>', afterRank)
    .where('rank', '<=', upTo)
    .orderBy('rank')
    .execute()
