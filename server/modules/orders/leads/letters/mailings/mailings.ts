import { type PageQuery, type PageResult, toPage, toSlice } from '@dooryard/contract/api/paging'
import { dayMs } from '@dooryard/contract/api/time'
import { letterKinds } from '@dooryard/contract/leads/letter-kinds'
import { LetterSender } from '@dooryard/contract/leads/letter-templates'
import {
  Mailing,
  type MailingChange,
  type MailingDetail,
  type MailingPreview,
  type MailingQuery,
  type MailingRecipient,
  maxMailings,
  type NewMailing,
} from '@dooryard/contract/leads/letters'
import type { LeadActivity } from '@dooryard/contract/orders/lead-board'
import type { Context } from '../../../../../platform/context.ts'
import { appError, notFound } from '../../../../../platform/errors/app-error.ts'
import { inTransaction } from '../../../../../platform/postgres/database.ts'
import { newId } from '../../../../../platform/util/ids.ts'
import { lockActiveAccount } from '../../../../identity/index.ts'
import { findSender, findTemplate, lockLetters, type TemplateRow } from '../templates/letter-templates.queries.ts'
import { type ChosenRecipient, chooseRecipients } from './choose-recipients.ts'
import {
  countMailings,
  deleteMailing,
  findMailing,
  insertMailing,
  listMailingPage,
  listRecipientPage,
  lockMailing,
  type MailingListRow,
  type SentLetterRow,
  setSent,
} from './mailings.queries.ts'

const presentMailing = ({ createdAt, ...row }: MailingListRow): Mailing =>
  Mailing.parse({ ...row, createdAt: createdAt.toISOString() })

/** Counts the recipients and the leads that are excluded. NOT_FOUND for another user's template or leads. */
export async function previewMailing(ctx: Context, query: MailingQuery): Promise<MailingPreview> {
  await requireTemplate(ctx, query.templateId)
  const { recipients, ...counts } = await chooseRecipients(ctx, query)
  return { ...counts, recipients: recipients.length }
}

async function requireTemplate({ db, actor }: Pick<Context, 'db' | 'actor'>, id: string): Promise<TemplateRow> {
  const template = await findTemplate(db, { userId: actor.userId, id })
  if (!template) throw notFound('This template')
  return template
}

/**
 * Creates a mailing with a copy of the text and of the return address. NOT_FOUND for another user's template or leads,
 * UNPROCESSABLE without a return address or recipients, for a day to come, and at the limit.
 */
export const createMailing = (ctx: Context, { name, printOrder, sentOn, ...choice }: NewMailing): Promise<Mailing> =>
  inTransaction(ctx, async (tx) => {
    const { db, actor, clock } = tx
    await lockActiveAccount(tx)
    const { userId } = actor
    // Two mailings at once could otherwise both be sent to the same people.
    await lockLetters(db, userId)
    const at = clock.now()
    if (sentOn) requireDayPassed(sentOn, at)
    const template = await requireTemplate(tx, choice.templateId)
    const sender = await findSender(db, userId)
    if (!sender) throw appError('UNPROCESSABLE', 'Add your return address first.')
    if ((await countMailings(db, userId)) >= maxMailings)
      throw appError('UNPROCESSABLE', `You have ${maxMailings} mailings, the maximum. Delete one first.`)
    const { recipients, excluded } = await chooseRecipients({ ...ctx, ...tx }, choice)
    if (recipients.length === 0) throw appError('UNPROCESSABLE', 'All of these leads are excluded. Choose others.')
    const { kind, text, backText } = template
    const row = {
      ...{ id: newId(at.getTime()), userId, name, kind, text, backText, sender, excluded },
      ...{
        templateId: template.id,
        templateName: template.name,
        sentOn: sentOn ?? null,
        sentBy: sentOn ? getSentBy(actor) : null,
        createdAt: at,
      },
    }
    return presentMailing(await insertMailing(db, row, recipients.toSorted(comparators[printOrder])))
  })

const getSentBy = ({ impersonator, userId }: Context['actor']) => impersonator?.userId ?? userId

const compareTexts = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)

const comparators = {
  ZIP: (one: ChosenRecipient, other: ChosenRecipient) =>
    compareTexts(one.zip, other.zip) || compareTexts(one.street, other.street) || comparators.NAME(one, other),
  NAME: (one: ChosenRecipient, other: ChosenRecipient) =>
    compareTexts(one.addressee, other.addressee) || compareTexts(one.recipientKey, other.recipientKey),
}

/** It may be tomorrow already where the user is. */
function requireDayPassed(day: string, at: Date): void {
  if (day > new Date(at.getTime() + dayMs).toISOString().slice(0, 10))
    throw appError('UNPROCESSABLE', 'Choose a day that is not in the future.', {
      issues: [{ path: 'sentOn', message: 'Choose a day that is not in the future.' }],
    })
}

export async function listMailings({ db, actor }: Context, query: PageQuery): Promise<PageResult<Mailing>> {
  const { userId } = actor
  const [rows, count] = await Promise.all([listMailingPage(db, userId, toSlice(query)), countMailings(db, userId)])
  return toPage(rows.map(presentMailing), count, query)
}

export async function requireOwnedMailing({ db, actor }: Context, id: string) {
  const row = await findMailing(db, { userId: actor.userId, id })
  if (!row) throw notFound('This mailing')
  return row
}

export async function getMailing(ctx: Context, id: string): Promise<MailingDetail> {
  const { text, backText, sender, ...row } = await requireOwnedMailing(ctx, id)
  return { ...presentMailing(row), text, backText, sender: LetterSender.parse(sender) }
}

export async function listRecipients(
  ctx: Context,
  id: string,
  query: PageQuery,
): Promise<PageResult<MailingRecipient>> {
  const { recipients } = await requireOwnedMailing(ctx, id)
  return toPage(await listRecipientPage(ctx.db, id, toSlice(query)), recipients, query)
}

/** Says when it was sent; its leads show it, and later mailings count the period from that day. Null undoes it. */
export const changeMailing = (ctx: Context, id: string, { sentOn }: MailingChange): Promise<Mailing> =>
  inTransaction(ctx, async ({ db, actor, clock }) => {
    if (sentOn) requireDayPassed(sentOn, clock.now())
    if (!(await lockMailing(db, { userId: actor.userId, id }))) throw notFound('This mailing')
    return presentMailing(await setSent(db, id, { sentOn, sentBy: sentOn && getSentBy(actor) }))
  })

/** CONFLICT for one that is marked as sent, because its leads would no longer show it. */
export const removeMailing = (ctx: Context, id: string): Promise<undefined> =>
  inTransaction(ctx, async ({ db, actor }) => {
    const mailing = await lockMailing(db, { userId: actor.userId, id })
    if (!mailing) throw notFound('This mailing')
    if (mailing.sentOn) throw appError('CONFLICT', 'This mailing is marked as sent. Undo that first.')
    await deleteMailing(db, id)
    return undefined
  })

/**
 * A letter as the activity of its lead, at noon so that it is the same day everywhere in the US. Administrators are shown
 * as Support, not by name.
 */
export const presentSentLetter = ({ id, name, kind, templateName, sentOn, ...by }: SentLetterRow): LeadActivity => ({
  id,
  kind: 'LETTER',
  at: `${sentOn}T12:00:00.000Z`,
  by: by.sentBy === by.userId ? `${by.firstName} ${by.lastName}` : 'Support',
  text: templateName,
  mailing: { id, name, kind: letterKinds.schema.parse(kind) },
})
