import { Readable } from 'node:stream'
import { assetSubGroups, ownerTypes } from '@dooryard/contract/vocabularies'
import { stringify } from 'csv-stringify'
import type { Db } from '../../platform/postgres/database.ts'
import type { SelectedLead } from '../properties/index.ts'
import { listLeads } from './leads.queries.ts'

const batch = 2_000

type Cell = string | number | null

/** The columns of a MAIL_READY file: what a person reads at the top, and where the cell comes from. */
const columns: [header: string, cell: (lead: SelectedLead) => Cell][] = [
  ['Owner Name', (lead) => lead.ownerName],
  ['Owner Type', (lead) => ownerTypes.label(lead.ownerType)],
  ['Mailing Address', (lead) => lead.mailingAddress],
  ['Mailing City', (lead) => lead.mailingCity],
  ['Mailing State', (lead) => lead.mailingState],
  ['Mailing ZIP', (lead) => lead.mailingZip],
  ['Property Address', (lead) => lead.address],
  ['Property Unit', (lead) => lead.unit],
  ['Property City', (lead) => lead.city],
  ['Property State', (lead) => lead.state],
  ['Property ZIP', (lead) => lead.zip],
  ['County FIPS', (lead) => lead.countyFips],
  ['Parcel Number', (lead) => lead.apn],
  ['Property Type', (lead) => lead.assetSubGroup && assetSubGroups.label(lead.assetSubGroup)],
  ['County Use Code', (lead) => lead.useCode],
  ['County Use', (lead) => lead.useDescription],
  ['Bedrooms', (lead) => lead.bedrooms],
  ['Bathrooms', (lead) => lead.bathrooms],
  ['Living Area (sq ft)', (lead) => lead.livingAreaSqft],
  ['Year Built', (lead) => lead.yearBuilt],
  ['Assessed Value', (lead) => lead.assessedValue],
  ['Market Value', (lead) => lead.marketValue],
  // Of some sales the rolls know the month alone; `2021-03` then stands for it.
  ['Last Sale Date', (lead) => lead.lastSaleDate?.slice(0, lead.isLastSaleMonthOnly ? 7 : 10) ?? null],
  ['Last Sale Price', (lead) => lead.lastSalePrice],
]

/** An order's leads as RFC 4180 CSV in UTF-8. A cell that a spreadsheet would run as a formula is neutralised. */
export function orderCsv(db: Db, orderId: string): Readable {
  const records = Readable.from(recordsOf(db, orderId))
  const csv = stringify({
    header: true,
    columns: columns.map(([header]) => header),
    record_delimiter: 'windows',
    escape_formulas: true,
  })
  records.on('error', (error) => csv.destroy(error))
  return records.pipe(csv)
}

async function* recordsOf(db: Db, orderId: string): AsyncGenerator<Cell[]> {
  for (let offset = 0; ; offset += batch) {
    const rows = await listLeads(db, orderId, { limit: batch, offset })
    // Written by `replaceLeads` only.
    for (const { lead } of rows) yield columns.map(([, cell]) => cell(lead as SelectedLead))
    if (rows.length < batch) return
  }
}
