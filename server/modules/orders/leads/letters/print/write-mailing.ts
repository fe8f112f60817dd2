import { pipeline, Readable } from 'node:stream'
import { setImmediate as breathe } from 'node:timers/promises'
import type { LetterPage } from '@dooryard/contract/leads/letter-templates'
import type { MailingFormat } from '@dooryard/contract/leads/letters'
import { type CsvCell, createCsvWriter } from '../../../../../platform/files/csv/csv.ts'
import type { FileContent } from '../../../../../platform/files/disk-files.ts'
import { type FontMeasure, getFontMeasure, writePlacedPages } from '../../../../../platform/files/pdf/placed-pages.ts'
import { buildMergeValues, formatAddressLines } from '../letter-texts.ts'
import type { PrintedRecipient } from '../mailings/mailings.queries.ts'
import { labelsPerSheet, layOutLabels } from './lay-out-labels.ts'
import { type LetterContent, layOutSheets } from './lay-out-sheets.ts'

export type WrittenMailing = LetterContent & {
  name: string
  format: MailingFormat
  at: Date
  batches: AsyncIterable<readonly PrintedRecipient[]>
}

/** The file of a mailing, written as fast as it is consumed. */
export function writeMailing(mailing: WrittenMailing): FileContent {
  if (mailing.format === 'CSV') return writeRecipients(mailing)
  const info = { Title: mailing.name, Author: 'Dooryard', Creator: 'Dooryard', Producer: 'Dooryard' }
  const pages = mailing.format === 'LABELS' ? layOutLabelSheets(mailing) : layOutAll(mailing)
  return writePlacedPages({ ...info, CreationDate: mailing.at }, pages)
}

async function* layOutAll(mailing: WrittenMailing): AsyncGenerator<LetterPage> {
  const fonts = await getFontMeasure()
  for await (const batch of mailing.batches)
    for (const recipient of batch) {
      // A sheet takes some milliseconds, and requests are answered between two.
      await breathe()
      yield* layOutRecipient(fonts, mailing, recipient)
    }
}

function layOutRecipient(fonts: FontMeasure, mailing: WrittenMailing, { lead, ...address }: PrintedRecipient) {
  const values = buildMergeValues(lead, { ...mailing, toPrinted: fonts.toPrinted })
  return layOutSheets(fonts, mailing, { values, address: formatAddressLines(address) }).pages
}

async function* layOutLabelSheets({ batches }: WrittenMailing): AsyncGenerator<LetterPage> {
  const fonts = await getFontMeasure()
  let waiting: string[][] = []
  for await (const batch of batches)
    for (const recipient of batch) {
      waiting.push(formatAddressLines(recipient))
      if (waiting.length < labelsPerSheet) continue
      await breathe()
      yield layOutLabels(fonts, waiting)
      waiting = []
    }
  if (waiting.length > 0) yield layOutLabels(fonts, waiting)
}

type Column = readonly [header: string, cell: (recipient: PrintedRecipient, greeting: string) => CsvCell]

const columns: readonly Column[] = [
  ['Name', ({ addressee }) => addressee],
  ['Mailing Address', ({ street }) => street],
  ['Mailing City', ({ city }) => city],
  ['Mailing State', ({ state }) => state],
  ['Mailing ZIP', ({ zip }) => zip],
  ['Greeting', (_, greeting) => greeting],
  ['Property Address', ({ lead }) => [lead.address, lead.unit].filter(Boolean).join(' ') || null],
  ['Property City', ({ lead }) => lead.city],
  ['Property State', ({ lead }) => lead.state],
  ['Property ZIP', ({ lead }) => lead.zip],
  ['Order ID', ({ orderId }) => orderId],
  ['Property ID', ({ lead }) => lead.propertyId],
]

function writeRecipients(mailing: WrittenMailing): FileContent {
  const csv = createCsvWriter(columns.map(([header]) => header))
  async function* toRecords() {
    for await (const batch of mailing.batches)
      for (const recipient of batch) {
        // A CSV has every letter, not only those of our fonts.
        const values = buildMergeValues(recipient.lead, { ...mailing, toPrinted: (text) => text })
        yield columns.map(([, cell]) => cell(recipient, values['owner.greeting']))
      }
  }
  // A consumer that stops reading and a failed query both end the stream.
  pipeline(Readable.from(toRecords()), csv, () => undefined)
  return csv
}
