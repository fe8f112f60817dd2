import type { ClickHouse, ReadOptions } from '../../../../platform/clickhouse/client.ts'
import { meetsBoxSql } from '../../records/outlines.queries.ts'
import {
  createPresenter,
  type Fields,
  formatColumnList,
  nullIfBlank,
  type StoredRow,
  stored,
} from '../../records/stored-fields.ts'
import type { BoundingBox } from '../../rolls/outlines/geometry.ts'

/** What a tile says of a parcel, besides its outline. */
export type ParcelFacts = {
  propertyId: string
  lat: number | null
  lng: number | null
  address: string | null
  unit: string | null
  city: string | null
  state: string
  zip: string | null
  estimatedValue: number | null
}

const parcelFields: Fields<ParcelFacts> = {
  propertyId: stored('property_id'),
  lat: stored('lat'),
  lng: stored('lng'),
  address: nullIfBlank('address'),
  unit: nullIfBlank('unit'),
  city: nullIfBlank('city'),
  state: stored('state'),
  zip: nullIfBlank('zip'),
  estimatedValue: stored('estimated_value'),
}

/**
 * Facts of the properties whose outline meets a bounding box, in no order. Looked for only in their counties, by which
 * the store is sorted: the index of ids would be asked for each of thousands.
 */
export async function listParcelFactsWithin(
  clickhouse: ClickHouse,
  { south, north, west, east }: BoundingBox,
  options: ReadOptions,
): Promise<ParcelFacts[]> {
  const read = (columns: string) => `(select ${columns} from outlines where ${meetsBoxSql})`
  const rows = await clickhouse.rows<StoredRow>(
    `select ${formatColumnList(parcelFields)} from properties
     where (state, county_fips) in ${read('state, county_fips')} and property_id in ${read('property_id')}
     settings ignore_data_skipping_indices = 'by_property_id'`,
    { south, north, west, east },
    options,
  )
  return rows.map(createPresenter(parcelFields))
}
