import type { ClickHouse } from '../../../platform/clickhouse/client.ts'
import { appError } from '../../../platform/errors/app-error.ts'
import { columnsByView, presentLead, type SelectedLead } from '../records/present-property.ts'
import type { StoredRow } from '../records/stored-fields.ts'
import { createBinder, idListSql } from './compile/clauses.ts'
import { type Selection, toReadOptions } from './compile/selection.ts'
import { type LeadRef, timeoutSeconds } from './select-leads.queries.ts'

const leadsPerRead = 5_000

export type RankedLead = { rank: number; lead: SelectedLead }

/** Reads leads in batches by location, not by rank: any 5,000 leads of a country are spread over all of it. */
export async function* readLeads(
  clickhouse: ClickHouse,
  leads: readonly LeadRef[],
  selection: Selection,
): AsyncGenerator<RankedLead[]> {
  const sorted = leads
    .map((one, at) => ({ ...one, rank: at + 1, place: `${one.state} ${one.countyFips} ${one.zip}` }))
    .sort((a, b) => (a.place < b.place ? -1 : a.place > b.place ? 1 : a.rank - b.rank))
  for (let at = 0; at < sorted.length; at += leadsPerRead) {
    const batch = sorted.slice(at, at + leadsPerRead)
    const found = new Map((await readLeadBatch(clickhouse, batch, selection)).map((lead) => [lead.propertyId, lead]))
    yield batch.map(({ propertyId, rank }) => {
      const lead = found.get(propertyId)
      if (!lead) throw appError('UNAVAILABLE', 'The property data was replaced in the meantime. Please try again.')
      return { rank, lead }
    })
  }
}

async function readLeadBatch(
  clickhouse: ClickHouse,
  batch: readonly LeadRef[],
  selection: Selection,
): Promise<SelectedLead[]> {
  const { bind, params } = createBinder()
  const among = (column: string, of: (one: LeadRef) => string) =>
    `${column} in ${bind([...new Set(batch.map(of))], 'Array(String)')}`
  const ids = idListSql(
    bind,
    batch.map(({ propertyId }) => propertyId),
  )
  // The ids alone would suffice; the places let ClickHouse skip blocks.
  const where = [
    among('state', ({ state }) => state),
    among('county_fips', ({ countyFips }) => countyFips),
    among('zip', ({ zip }) => zip),
    `property_id in ${ids}`,
  ].join(' and ')
  const records = await clickhouse.rows<StoredRow>(
    `select ${columnsByView.lead} from properties where ${where}`,
    params,
    {
      ...toReadOptions(selection),
      seconds: timeoutSeconds,
    },
  )
  return records.map(presentLead)
}
