import type { LetterPreview, LetterPreviewQuery } from '@dooryard/contract/leads/letter-templates'
import type { Context } from '../../../../../platform/context.ts'
import { type FontMeasure, getFontMeasure } from '../../../../../platform/files/pdf/placed-pages.ts'
import type { ExportLead } from '../../../exports/export-cells.ts'
import type { OrderLeadRef } from '../../lead-activity.queries.ts'
import { requireOwnedLead } from '../../lead-board.ts'
import { buildMergeValues, formatAddressee, formatAddressLines, formatMailingAddress } from '../letter-texts.ts'
import { layOutSheets, type Recipient } from '../print/lay-out-sheets.ts'
import { findSender } from './letter-templates.queries.ts'
import { requireFit } from './letter-templates.ts'
import { sampleRecipient, sampleSender } from './samples.ts'

/** The pages of a text for one of the user's leads, as the PDF has them. NOT_FOUND for other users' leads. */
export async function previewLetter(ctx: Context, { lead, ...content }: LetterPreviewQuery): Promise<LetterPreview> {
  const fonts = await getFontMeasure()
  const saved = await findSender(ctx.db, ctx.actor.userId)
  const sender = saved ?? sampleSender
  requireFit(fonts, content, sender)
  const recipient = lead ? await readRecipient(ctx, fonts, lead, sender) : sampleRecipient
  const values = { ...recipient.values, 'sender.name': sender.name, 'sender.company': sender.company }
  const shown = { ...recipient, values: { ...values, 'sender.phone': sender.phone } }
  return { pages: layOutSheets(fonts, { ...content, sender }, shown).pages, hasSender: saved !== undefined }
}

async function readRecipient(
  ctx: Context,
  { toPrinted }: FontMeasure,
  ref: OrderLeadRef,
  sender: typeof sampleSender,
): Promise<Recipient> {
  const row = await requireOwnedLead(ctx, ref)
  // Written only by `insertCandidateLeads`.
  const lead = row.lead as ExportLead
  const address = formatMailingAddress(lead, toPrinted)
  const addressee = formatAddressee(lead, toPrinted)
  return {
    values: buildMergeValues(lead, { sender, at: ctx.clock.now(), toPrinted }),
    address: address ? formatAddressLines({ addressee, ...address }) : [addressee, 'No full mailing address'],
  }
}
