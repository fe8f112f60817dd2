import type { ContactResult } from '@dooryard/contract/leads/phone-results'
import { sql } from 'kysely'
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

type PhoneMark = { userId: string; phone: string; from: readonly string[]; to: string }

/** Changes the do-not-call result of a phone in all delivered leads of a user, where it is one of `from`. */
export const markPhone = (db: Db, { userId, phone, from, to }: PhoneMark) =>
  sql`
    update order_leads set contacts = (
      select jsonb_agg(
        case when contact ->> 'value' = ${phone} and contact ->> 'type' = 'PHONE'
            and coalesce(contact ->> 'scrub', 'NOT_SCRUBBED') in (${sql.join(from.map((one) => sql`${one}`))})
          then jsonb_set(contact, '{scrub}', to_jsonb(${to}::text)) else contact end
        order by place)
      from jsonb_array_elements(contacts) with ordinality as listed (contact, place))
    from orders
    where orders.id = order_leads.order_id and orders.user_id = ${userId}
      and contacts @> jsonb_build_array(jsonb_build_object('type', 'PHONE', 'value', ${phone}::text))`.execute(db)
