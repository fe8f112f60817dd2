import { occupancies, ownerTypes } from '@dooryard/contract/api/enums'
import type { PropertyRow } from '@dooryard/contract/properties/properties'
import { audit } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { buildCsvDownload, type CsvColumns } from '../../../platform/files/csv/csv-download.ts'
import { findProperties, type OwnerAccess, presentRows } from '../../properties/index.ts'
import { requireOwnedList } from './manage-lists.ts'
import { listEntryIds } from './property-lists.queries.ts'

type ListedRow = { propertyId: string; row: PropertyRow | undefined }

const batchSize = 1_000

/**
 * The list as CSV, with owners masked as on the screen. A property that no county dataset has any more has only its id.
 */
export async function exportPropertyList(ctx: Context, owners: OwnerAccess, id: string) {
  const { db, clock, log } = ctx
  const list = await requireOwnedList(ctx, id)
  const ids = await listEntryIds(db, id)
  const after = { name: list.name, properties: ids.length }
  await audit(ctx, { action: 'property_list.exported', object: { type: 'property_list', id }, after })
  async function* readBatches() {
    for (let at = 0; at < ids.length; at += batchSize) yield readRows(ctx, owners, ids.slice(at, at + batchSize))
  }
  return buildCsvDownload({ name: 'list', at: clock.now(), columns, batches: readBatches(), log })
}

async function readRows(ctx: Context, owners: OwnerAccess, propertyIds: string[]): Promise<ListedRow[]> {
  const { clickhouse, clock, signal } = ctx
  const selection = { criteria: { only: { propertyIds }, exclude: { delivered: false } }, asOf: clock.now(), signal }
  const all = { sort: 'place', order: 'asc', limit: propertyIds.length, offset: 0 } as const
  const rows = await presentRows(ctx, owners, await findProperties(clickhouse, selection, all))
  const byId = new Map(rows.map((row) => [row.propertyId, row]))
  return propertyIds.map((propertyId) => ({ propertyId, row: byId.get(propertyId) }))
}

const cell =
  <Value extends string | number | null>(read: (row: PropertyRow) => Value) =>
  ({ row }: ListedRow) =>
    row ? read(row) : null

const columns: CsvColumns<ListedRow> = [
  ['Property ID', ({ propertyId }) => propertyId],
  ['Property Address', cell(({ address }) => address)],
  ['Property Unit', cell(({ unit }) => unit)],
  ['Property City', cell(({ city }) => city)],
  ['Property State', cell(({ state }) => state)],
  ['Property ZIP', cell(({ zip }) => zip)],
  ['County FIPS', cell(({ countyFips }) => countyFips)],
  ['Parcel Number', cell(({ apn }) => apn)],
  ['Bedrooms', cell(({ bedrooms }) => bedrooms)],
  ['Bathrooms', cell(({ bathrooms }) => bathrooms)],
  ['Living Area Sq Ft', cell(({ livingAreaSqft }) => livingAreaSqft)],
  ['Year Built', cell(({ yearBuilt }) => yearBuilt)],
  ['Estimated Value', cell(({ estimatedValue }) => estimatedValue)],
  ['Last Sale Date', cell(({ lastSaleDate }) => lastSaleDate)],
  ['Last Sale Price', cell(({ lastSalePrice }) => lastSalePrice)],
  ['Owner', cell(({ ownerName }) => ownerName)],
  ['Owner Type', cell(({ ownerType }) => ownerTypes.label(ownerType))],
  ['Occupancy', cell(({ occupancy }) => occupancies.label(occupancy))],
  ['Mailing Address', cell(({ mailingAddress }) => mailingAddress)],
  ['Mailing City', cell(({ mailingCity }) => mailingCity)],
  ['Mailing State', cell(({ mailingState }) => mailingState)],
  ['Mailing ZIP', cell(({ mailingZip }) => mailingZip)],
  ['Masked', cell(({ isOwnerMasked }) => (isOwnerMasked ? 'Yes' : 'No'))],
  ['In County Data', ({ row }) => (row ? 'Yes' : 'No')],
]
