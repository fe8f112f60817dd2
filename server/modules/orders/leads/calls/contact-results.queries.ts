import type { ContactResult } from '@dooryard/contract/leads/phone-results'
import { type SqlBool, sql } from 'kysely'
import type { Db } from '../../../../platform/postgres/database.ts'
import { isOfSameLead, type OrderLeadRef } from '../lead-activity.queries.ts'

type NewContactResultRow = OrderLeadRef & {
  id: string
  actorId: string
  at: Date
  phone: string
  result: ContactResult
  text: string | null
}

export const insertContactResult = (db: Db, row: NewContactResultRow) =>
  db
    .insertInto('leadActivity')
    .values({ ...row, kind: 'CONTACT' })
    .execute()

/** Deletes a result of the lead for good; whether there was one. */
export async function deleteContactResult(db: Db, ref: OrderLeadRef, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('leadActivity')
    .where('id', '=', id)
    .where(isOfSameLead(ref))
    .where('kind', '=', 'CONTACT')
    .executeTakeFirstOrThrow()
  return numDeletedRows > 0n
}

/** By the index on the values of contacts. */
const hasPhone = (phone: string) =>
  sql<SqlBool>`order_leads.contacts is not null
    and jsonb_path_query_array(order_leads.contacts, '$[*].value') @> ${JSON.stringify([phone])}::jsonb`

type PhoneMark = { userId: string; phone: string; from: readonly string[]; to: string }

/** Changes the do-not-call result of a phone in all leads of a user, where it is one of `from`. */
export async function markPhone(db: Db, { userId, phone, from, to }: PhoneMark): Promise<void> {
  // In the order of `updateLeadContacts`, so that the two cannot wait for each other.
  await sql`
    select from order_leads join orders on orders.id = order_leads.order_id
    where orders.user_id = ${userId} and ${hasPhone(phone)}
    order by order_leads.order_id, order_leads.rank
    for update of order_leads`.execute(db)
  await sql`
    update order_leads set contacts = (
      select jsonb_agg(
        case when contact ->> 'value' = ${phone} and contact ->> 'type' = 'PHONE'
            and coalesce(contact ->> 'scrub', 'NOT_SCRUBBED') in (${sql.join(from.map((one) => sql`${one}`))})
          then jsonb_set(contact, '{scrub}', to_jsonb(${to}::text)) else contact end
        order by place)
      from jsonb_array_elements(contacts) with ordinality as listed (contact, place))
    from orders
    where orders.id = order_leads.order_id and orders.user_id = ${userId} and ${hasPhone(phone)}`.execute(db)
}
