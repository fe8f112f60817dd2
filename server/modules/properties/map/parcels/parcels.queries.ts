import type { ClickHouse, ReadOptions } from '../../../../platform/clickhouse/client.ts'
import { createPresenter, type Fields, formatColumnList, nullIfBlank, stored } from '../../records/stored-fields.ts'

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

type OutlinedProperty = { propertyId: string; state: string; countyFips: string }

/** Facts of properties, looked for only in their counties, by which the store is sorted. */
export async function findParcelFacts(
  clickhouse: ClickHouse,
  properties: readonly OutlinedProperty[],
  options: ReadOptions,
): Promise<ParcelFacts[]> {
  if (properties.length === 0) return []
  const list = (key: keyof OutlinedProperty) => [...new Set(properties.map((property) => property[key]))]
  const rows = await clickhouse.rows<Record<string, unknown>>(
    `select ${formatColumnList(parcelFields)} from properties
     where state in {states:Array(String)} and county_fips in {counties:Array(String)}
       and property_id in (select arrayJoin(cast({propertyIds:Array(String)}, 'Array(UInt64)')))`,
    { states: list('state'), counties: list('countyFips'), propertyIds: list('propertyId') },
    options,
  )
  return rows.map(createPresenter(parcelFields))
}
