import { sql } from 'kysely'
import type { Db } from '../../../../../platform/postgres/database.ts'
import type { ExportLead } from '../../../exports/export-cells.ts'
import { type BoardFilter, selectMatchingLeads } from '../../lead-board.queries.ts'

/** What of a lead decides whether and where it gets mail. */
export type AudienceLead = { orderId: string; propertyId: string; ownerKey: string } & Pick<
  ExportLead,
  | 'ownerNames'
  | 'mailingAddress'
  | 'mailingCity'
  | 'mailingState'
  | 'mailingZip'
  | 'address'
  | 'unit'
  | 'city'
  | 'state'
  | 'zip'
>

const fields = [
  ...['ownerNames', 'mailingAddress', 'mailingCity', 'mailingState', 'mailingZip'],
  ...['address', 'unit', 'city', 'state', 'zip'],
]

/** The leads of a user that match, in the order of the board. */
export async function listAudience(db: Db, filter: BoardFilter, limit: number): Promise<AudienceLead[]> {
  const matching = selectMatchingLeads(db, filter)
    .select(['orderId', 'propertyId', 'ownerKey', 'stagedAt'])
    .orderBy('stagedAt', 'desc')
    .orderBy('orderId')
    .orderBy('propertyId')
    .limit(limit)
  const rows = await db
    .selectFrom(matching.as('board'))
    .innerJoin('orderLeads', (join) =>
      join.onRef('orderLeads.orderId', '=', 'board.orderId').onRef('orderLeads.propertyId', '=', 'board.propertyId'),
    )
    .select(['board.orderId', 'board.propertyId', 'board.ownerKey'])
    .select(
      sql<unknown>`(select jsonb_object_agg(key, value) from jsonb_each(order_leads.lead)
        where key = any(${fields}::text[]))`.as('lead'),
    )
    .orderBy('board.stagedAt', 'desc')
    .orderBy('board.orderId')
    .orderBy('board.propertyId')
    .execute()
  // `insertCandidateLeads` alone writes leads, in this shape.
  return rows.map(({ lead, ...keys }) => ({ ...keys, ...(lead as Omit<AudienceLead, keyof typeof keys>) }))
}

export type EarlierMail = {
  recipientKey: string
  propertyId: string
  ownerKey: string
  isSent: boolean
}

type EarlierQuery = {
  userId: string
  /** Sent after this day, or not sent yet. */
  after: string
  /** Only of this template. */
  templateId: string | undefined
}

/** Who has been sent mail since a day, or is in a mailing that has not been sent yet. */
export async function listEarlierMail(db: Db, { userId, after, templateId }: EarlierQuery): Promise<EarlierMail[]> {
  const { rows } = await sql<EarlierMail>`
    select distinct recipient_key, property_id, owner_key, sent_on is not null as is_sent
    from mailing_recipients join mailings on mailings.id = mailing_recipients.mailing_id
    where mailings.user_id = ${userId} and (mailings.sent_on is null or mailings.sent_on > ${after}::date)
      and (${templateId ?? null}::uuid is null or mailings.template_id = ${templateId ?? null}::uuid)`.execute(db)
  return rows
}
