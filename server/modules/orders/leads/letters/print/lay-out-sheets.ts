import type { LetterKind } from '@dooryard/contract/leads/letter-kinds'
import type { LetterPage, LetterSender } from '@dooryard/contract/leads/letter-templates'
import { fillMergeFields, type MergeValues } from '@dooryard/contract/leads/merge-fields'
import type { FontMeasure } from '../../../../../platform/files/pdf/placed-pages.ts'
import { layOutLetter } from './lay-out-letter.ts'
import { layOutPostcard } from './lay-out-postcard.ts'

/** What all recipients of a mailing get. */
export type LetterContent = { kind: LetterKind; text: string; backText: string; sender: LetterSender }

export type Recipient = { values: MergeValues; address: readonly string[] }

/** The pages of one recipient. `fits` tells whether all texts of a postcard have a size that reads well. */
export function layOutSheets(
  fonts: FontMeasure,
  { kind, text, backText, sender }: LetterContent,
  { values, address }: Recipient,
): { pages: LetterPage[]; fits: boolean } {
  const printed = { text: fillMergeFields(text, values).trimEnd(), address, sender }
  if (kind === 'LETTER') return { pages: layOutLetter(fonts, printed), fits: true }
  return layOutPostcard(fonts, { ...printed, backText: fillMergeFields(backText, values).trimEnd() })
}
