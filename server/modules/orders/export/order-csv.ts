import { pipeline, Readable } from 'node:stream'
import type { CampaignType, FileColumn } from '@dooryard/contract/api/enums'
import type { Contact } from '@dooryard/contract/orders/leads'
import { createCsvWriter } from '../../../platform/files/csv/csv.ts'
import type { Db } from '../../../platform/postgres/database.ts'
import type { SelectedLead } from '../../properties/index.ts'
import { applyScrubResult, type ScrubResults } from '../call-ready/scrub-leads.ts'
import { getLastRank, listLeadsByRank } from '../leads/leads.queries.ts'
import { type Cell, type FileLead, getFileLayout } from './order-csv-rules.ts'

const batchSize = 2_000

type OrderCsvInput = {
  orderId: string
  campaignType: CampaignType
  /** Null for the campaign type's default columns. */
  columns: readonly FileColumn[] | null
  /** Scrub results not yet stored on the leads; without them the stored results are used. */
  results?: ScrubResults | undefined
}

/**
 * RFC 4180 in UTF-8; the same leads give the same bytes. Neutralizes cells that a spreadsheet would run as formulas.
 */
export function createOrderCsv(db: Db, { orderId, campaignType, columns, results }: OrderCsvInput): Readable {
  const { headers, toCells } = getFileLayout(campaignType, columns)
  const records = Readable.from(readRecords(db, orderId, toCells, results))
  const csv = createCsvWriter(headers)
  // A consumer that stops reading and a failed query both end the stream.
  pipeline(records, csv, () => undefined)
  return csv
}

async function* readRecords(
  db: Db,
  orderId: string,
  toCells: (of: FileLead) => Cell[],
  results: ScrubResults | undefined,
): AsyncGenerator<Cell[]> {
  const last = await getLastRank(db, orderId)
  for (let afterRank = 0; afterRank < last; afterRank += batchSize)
    for (const row of await listLeadsByRank(db, orderId, afterRank, afterRank + batchSize)) {
      // Both are written only by the order steps, in these shapes.
      const [lead, known] = [row.lead as SelectedLead, (row.contacts as Contact[] | null) ?? []]
      yield toCells({ lead, contacts: results ? known.map((contact) => applyScrubResult(contact, results)) : known })
    }
}
