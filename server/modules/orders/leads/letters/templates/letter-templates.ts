import {
  LetterSender,
  LetterTemplate,
  maxLetterPages,
  maxLetterTemplates,
  type NewLetterTemplate,
} from '@dooryard/contract/leads/letter-templates'
import type { Context } from '../../../../../platform/context.ts'
import { appError, notFound } from '../../../../../platform/errors/app-error.ts'
import { type FontMeasure, getFontMeasure } from '../../../../../platform/files/pdf/placed-pages.ts'
import { inTransaction } from '../../../../../platform/postgres/database.ts'
import { newId } from '../../../../../platform/util/ids.ts'
import { lockActiveAccount } from '../../../../identity/index.ts'
import { layOutSheets } from '../print/lay-out-sheets.ts'
import {
  countTemplates,
  deleteTemplate,
  findSender,
  insertTemplate,
  listTemplates,
  lockLetters,
  saveSender,
  type TemplateRow,
  updateTemplate,
} from './letter-templates.queries.ts'
import { buildLongRecipient, sampleSender } from './samples.ts'

const presentTemplate = ({ createdAt, updatedAt, ...row }: TemplateRow): LetterTemplate =>
  LetterTemplate.parse({ ...row, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() })

export const listLetterTemplates = async ({ db, actor }: Context) => ({
  items: (await listTemplates(db, actor.userId)).map(presentTemplate),
})

/** UNPROCESSABLE at the limit, and for a text that cannot be printed or does not fit. */
export async function createLetterTemplate(ctx: Context, template: NewLetterTemplate): Promise<LetterTemplate> {
  await requirePrintable(ctx, template)
  return inTransaction(ctx, async (tx) => {
    const { db, actor, clock } = tx
    await lockActiveAccount(tx)
    await lockLetters(db, actor.userId)
    if ((await countTemplates(db, actor.userId)) >= maxLetterTemplates)
      throw appError('UNPROCESSABLE', `You can have ${maxLetterTemplates} templates. Delete one first.`)
    const at = clock.now()
    const row = { ...withoutIdleBack(template), id: newId(at.getTime()), userId: actor.userId, at }
    return presentTemplate(await insertTemplate(db, row))
  })
}

/** UNPROCESSABLE for a text that cannot be printed or does not fit. */
export async function changeLetterTemplate(
  ctx: Context,
  id: string,
  template: NewLetterTemplate,
): Promise<LetterTemplate> {
  const { db, actor, clock } = ctx
  await requirePrintable(ctx, template)
  const row = await updateTemplate(db, { userId: actor.userId, id }, { ...withoutIdleBack(template), at: clock.now() })
  if (!row) throw notFound('This template')
  return presentTemplate(row)
}

export async function removeLetterTemplate({ db, actor }: Context, id: string): Promise<undefined> {
  if (!(await deleteTemplate(db, { userId: actor.userId, id }))) throw notFound('This template')
}

const withoutIdleBack = (template: NewLetterTemplate): NewLetterTemplate =>
  template.kind === 'LETTER' ? { ...template, backText: '' } : template

export const getLetterSender = async ({ db, actor }: Context) => ({
  sender: (await findSender(db, actor.userId)) ?? null,
})

/** UNPROCESSABLE for letters that cannot be printed. */
export async function saveLetterSender(ctx: Context, sender: LetterSender): Promise<LetterSender> {
  const fonts = await getFontMeasure()
  for (const [field, value] of Object.entries(sender)) requireGlyphs(fonts, value, field)
  return inTransaction(ctx, async (tx) => {
    await lockActiveAccount(tx)
    await saveSender(tx.db, tx.actor.userId, sender, tx.clock.now())
    return LetterSender.parse(sender)
  })
}

type PrintedTexts = Pick<NewLetterTemplate, 'kind' | 'text' | 'backText'>

async function requirePrintable({ db, actor }: Context, template: PrintedTexts): Promise<void> {
  const fonts = await getFontMeasure()
  requireFit(fonts, template, (await findSender(db, actor.userId)) ?? sampleSender)
}

/**
 * UNPROCESSABLE for characters that the fonts do not have, and for a text that is too long even in the smallest size
 * that reads well, with about the longest names and addresses there are.
 */
export function requireFit(fonts: FontMeasure, { kind, text, backText }: PrintedTexts, sender: LetterSender): void {
  requireGlyphs(fonts, text, 'text')
  requireGlyphs(fonts, backText, 'backText')
  const { pages, fits } = layOutSheets(fonts, { kind, text, backText, sender }, buildLongRecipient(sender))
  if (kind === 'LETTER' && pages.length > maxLetterPages)
    throw refuse('text', `This letter needs ${pages.length} sheets, and ${maxLetterPages} is the most. Shorten it.`)
  if (!fits) throw refuse('text', 'This does not fit on a postcard in a size that can be read. Shorten it.')
}

function requireGlyphs(fonts: FontMeasure, text: string, field: string): void {
  const missing = fonts.listMissing(text)
  if (missing.length === 0) return
  const shown = missing.slice(0, 10).map((one) => `“${one}”`)
  throw refuse(field, `Our letters cannot print ${shown.join(', ')}. Remove ${missing.length === 1 ? 'it' : 'them'}.`)
}

const refuse = (path: string, message: string) => appError('UNPROCESSABLE', message, { issues: [{ path, message }] })
