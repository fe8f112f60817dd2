import { pipeline, Readable } from 'node:stream'
import type { Contact } from '@dooryard/contract/leads'
import type { CampaignType, FileColumn } from '@dooryard/contract/vocabularies'
import { csvWriter } from '../../platform/csv.ts'
import type { Db } from '../../platform/postgres/database.ts'
import type { SelectedLead } from '../properties/index.ts'
import { type ScrubResults, withResult } from './check-contacts.ts'
import { lastRank, leadsBetween } from './leads.queries.ts'
import { type Cell, type FileLead, fileLayout } from './order-csv-rules.ts'

const batch = 2_000

type OrderFile = {
  orderId: string
  campaignType: CampaignType
  /** Those of the campaign type for null. */
  columns: readonly FileColumn[] | null
  /** What a check says that stands beside no lead yet; for none what stands there. */
  results?: ScrubResults | undefined
}

/** RFC 4180 in UTF-8; the same leads give the same bytes. What a spreadsheet would run as a formula is neutralised. */
export function orderCsv(db: Db, { orderId, campaignType, columns, results }: OrderFile): Readable {
  const { headers, cellsOf } = fileLayout(campaignType, columns)
  const records = Readable.from(recordsOf(db, orderId, cellsOf, results))
  const csv = csvWriter(headers)
  // Whoever stops reading, or a query that fails, ends both.
  pipeline(records, csv, () => undefined)
  return csv
}

async function* recordsOf(
  db: Db,
  orderId: string,
  cellsOf: (of: FileLead) => Cell[],
  results: ScrubResults | undefined,
): AsyncGenerator<Cell[]> {
  const last = await lastRank(db, orderId)
  for (let behind = 0; behind < last; behind += batch)
    for (const row of await leadsBetween(db, orderId, behind, behind + batch)) {
      // Both are written by the steps of an order only, in these shapes.
      const [lead, known] = [row.lead as SelectedLead, (row.contacts as Contact[] | null) ?? []]
      yield cellsOf({ lead, contacts: results ? known.map((contact) => withResult(contact, results)) : known })
    }
}
