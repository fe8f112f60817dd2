import type { Contact } from '@dooryard/contract/leads'
import { sql } from 'kysely'
import type { Db } from '../../platform/postgres/database.ts'

export type LeadContacts = { rank: number; contacts: Contact[] }

/** The rank of an order's last lead; 0 for none. */
export async function lastRank(db: Db, orderId: string): Promise<number> {
  const { last } = await db
    .selectFrom('orderLeads')
    .select(({ fn }) => fn.max('rank').as('last'))
    .where('orderId', '=', orderId)
    .executeTakeFirstOrThrow()
  return last ?? 0
}

/** The contacts of the first of an order's leads behind `after` and up to `upTo`, in their order. */
export async function listContacts(
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
  // Written by `updateContacts` only.
  return rows.map(({ rank, contacts }) => ({ rank, contacts: (contacts as Contact[] | null) ?? [] }))
}

/** Replaces the contacts of some leads of an order. */
export async function updateContacts(db: Db, orderId: string, leads: readonly LeadContacts[]): Promise<void> {
  await sql`
    update order_leads set contacts = given.contacts
    from json_to_recordset(${JSON.stringify(leads)}::json) as given (rank integer, contacts jsonb)
    where order_leads.order_id = ${orderId} and order_leads.rank = given.rank`.execute(db)
}
