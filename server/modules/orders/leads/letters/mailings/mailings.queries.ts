import type { Slice } from '@dooryard/contract/api/paging'
import type { LetterSender } from '@dooryard/contract/leads/letter-templates'
import type { MailingFormat } from '@dooryard/contract/leads/letters'
import { type Selectable, sql } from 'kysely'
import { selectAccounts } from '../../../../../platform/lists/owners.queries.ts'
import { countRows } from '../../../../../platform/postgres/count-rows.ts'
import type { DB, Db } from '../../../../../platform/postgres/database.ts'
import type { ExportLead } from '../../../exports/export-cells.ts'
import { isOfSameLead, type OrderLeadRef } from '../../lead-activity.queries.ts'
import type { MailingAddress } from '../letter-texts.ts'
import type { ChosenRecipient } from './choose-recipients.ts'

const listColumns = [
  ...(['id', 'name', 'kind', 'templateId', 'templateName', 'recipients', 'excluded', 'sentOn', 'createdAt'] as const),
] as const
const columns = [...listColumns, 'text', 'backText', 'sender'] as const

export type MailingListRow = Pick<Selectable<DB['mailings']>, (typeof listColumns)[number]>
export type MailingRow = Pick<Selectable<DB['mailings']>, (typeof columns)[number]>
export type OwnedMailing = { userId: string; id: string }

const selectOwned = (db: Db, userId: string) => db.selectFrom('mailings').where('userId', '=', userId)

export const listMailingPage = (db: Db, userId: string, { limit, offset }: Slice): Promise<MailingListRow[]> =>
  selectOwned(db, userId)
    .select(listColumns)
    .orderBy('createdAt', 'desc')
    .orderBy('id') // id breaks ties, so pages never overlap
    .limit(limit)
    .offset(offset)
    .execute()

export const countMailings = (db: Db, userId: string): Promise<number> => countRows(db, selectOwned(db, userId))

export const findMailing = (db: Db, { userId, id }: OwnedMailing): Promise<MailingRow | undefined> =>
  selectOwned(db, userId).select(columns).where('id', '=', id).executeTakeFirst()

/** Locks the mailing until the transaction ends. */
export const lockMailing = (db: Db, { userId, id }: OwnedMailing): Promise<MailingListRow | undefined> =>
  selectOwned(db, userId).select(listColumns).where('id', '=', id).forUpdate().executeTakeFirst()

export type NewMailingRow = OwnedMailing & {
  name: string
  kind: string
  templateId: string
  templateName: string
  text: string
  backText: string
  sender: LetterSender
  excluded: readonly { reason: string; leads: number }[]
  sentOn: string | null
  sentBy: string | null
  createdAt: Date
}

/** The recipients are in the order of print, and passed as one parameter. */
export async function insertMailing(
  db: Db,
  { sender, excluded, ...mailing }: NewMailingRow,
  recipients: readonly ChosenRecipient[],
): Promise<MailingListRow> {
  const row = await db
    .insertInto('mailings')
    .values({
      ...mailing,
      recipients: recipients.length,
      sender: JSON.stringify(sender),
      excluded: JSON.stringify(excluded),
    })
    .returning(listColumns)
    .executeTakeFirstOrThrow()
  const rows = recipients.map(({ orderId, propertyId, ownerKey, recipientKey, ...address }, at) => ({
    ...{ position: at + 1, order_id: orderId, property_id: propertyId, owner_key: ownerKey },
    ...{ recipient_key: recipientKey, ...address },
  }))
  await sql`
    insert into mailing_recipients
      (mailing_id, user_id, position, order_id, property_id, owner_key, recipient_key,
       addressee, street, city, state, zip)
    select ${mailing.id}::uuid, ${mailing.userId}::uuid, given.*
    from json_to_recordset(${JSON.stringify(rows)}::json) as given
      (position integer, order_id uuid, property_id text, owner_key text, recipient_key text,
       addressee text, street text, city text, state text, zip text)`.execute(db)
  return row
}

/** Who says so may be an administrator who acts as the user. */
type Sent = { sentOn: string | null; sentBy: string | null }

export const setSent = (db: Db, id: string, sent: Sent): Promise<MailingListRow> =>
  db.updateTable('mailings').set(sent).where('id', '=', id).returning(listColumns).executeTakeFirstOrThrow()

export const deleteMailing = (db: Db, id: string) => db.deleteFrom('mailings').where('id', '=', id).execute()

const recipientColumns = ['position', 'orderId', 'propertyId', 'addressee', 'street', 'city', 'state', 'zip'] as const

export const listRecipientPage = (db: Db, mailingId: string, { limit, offset }: Slice) =>
  db
    .selectFrom('mailingRecipients')
    .select(recipientColumns)
    .where('mailingId', '=', mailingId)
    .orderBy('position')
    .limit(limit)
    .offset(offset)
    .execute()

export type PrintedRecipient = MailingAddress & { position: number; orderId: string; lead: ExportLead }

/** The recipients behind a position, with their leads. */
export async function listPrintedRecipients(
  db: Db,
  mailingId: string,
  { after, limit }: { after: number; limit: number },
): Promise<PrintedRecipient[]> {
  const rows = await db
    .selectFrom('mailingRecipients as recipients')
    .innerJoin('orderLeads', (join) =>
      join
        .onRef('orderLeads.orderId', '=', 'recipients.orderId')
        .onRef('orderLeads.propertyId', '=', 'recipients.propertyId'),
    )
    .select(['recipients.position', 'recipients.orderId', 'orderLeads.lead'])
    .select(['recipients.addressee', 'recipients.street', 'recipients.city', 'recipients.state', 'recipients.zip'])
    .where('recipients.mailingId', '=', mailingId)
    .where('recipients.position', '>', after)
    .where('recipients.position', '<=', after + limit)
    .orderBy('recipients.position')
    .execute()
  // Written only by `insertCandidateLeads`.
  return rows.map(({ lead, ...row }) => ({ ...row, lead: lead as ExportLead }))
}

const maxLettersPerLead = 100

export type SentLetterRow = Awaited<ReturnType<typeof listSentLetters>>[number]

/** The mailings that a lead was sent, in whatever order it was delivered, newest first. */
export const listSentLetters = (db: Db, ref: OrderLeadRef) =>
  db
    .selectFrom('mailingRecipients')
    .innerJoin('mailings', 'mailings.id', 'mailingRecipients.mailingId')
    .innerJoin(selectAccounts(db).as('users'), 'users.id', 'mailings.userId')
    .select(['mailings.id', 'mailings.name', 'mailings.kind', 'mailings.templateName', 'mailings.sentOn'])
    .select(['mailings.userId', 'mailings.sentBy', 'users.firstName', 'users.lastName'])
    .where(isOfSameLead(ref))
    .where('mailings.sentOn', 'is not', null)
    .orderBy('mailings.sentOn', 'desc')
    .orderBy('mailings.id', 'desc')
    .limit(maxLettersPerLead)
    .execute()

export const findMailingFile = (db: Db, mailingId: string, format: MailingFormat) =>
  db
    .selectFrom('mailingFiles')
    .select(['status', 'fileKey', 'done', 'startedAt'])
    .where('mailingId', '=', mailingId)
    .where('format', '=', format)
    .executeTakeFirst()

type MailingFileRef = { mailingId: string; format: MailingFormat }

/** Starts a file, again if there was one. */
export const startMailingFile = (db: Db, { mailingId, format }: MailingFileRef, fileKey: string, at: Date) =>
  db
    .insertInto('mailingFiles')
    .values({ mailingId, format, status: 'MAKING', fileKey, done: 0, startedAt: at })
    .onConflict((conflict) =>
      conflict.columns(['mailingId', 'format']).doUpdateSet({ status: 'MAKING', fileKey, done: 0, startedAt: at }),
    )
    .execute()

/** Changes the file only while it is still the one that was started with this key. */
export const updateMailingFile = (db: Db, fileKey: string, change: { status?: 'READY' | 'FAILED'; done?: number }) =>
  db.updateTable('mailingFiles').set(change).where('fileKey', '=', fileKey).execute()

export const deleteMailingFile = (db: Db, fileKey: string) =>
  db.deleteFrom('mailingFiles').where('fileKey', '=', fileKey).execute()

export const deleteFilesBefore = (db: Db, before: Date) =>
  db.deleteFrom('mailingFiles').where('startedAt', '<', before).execute()
