import type { Slice } from '@dooryard/contract/api/paging'
import type { Portfolio } from '@dooryard/contract/properties/properties'
import type { ClickHouse } from '../../../platform/clickhouse/client.ts'
import { getCountyState } from '../places/states.ts'
import { isUInt64 } from '../search/compile/compile-criteria.ts'
import { columnsByView, type PropertyRecord, presentRow } from './present-property.ts'
import type { StoredRow } from './stored-fields.ts'

/** The owner key of a property: null when unknown, undefined when no roll has the property. */
export async function findOwnerKey(
  clickhouse: ClickHouse,
  propertyId: string,
  signal?: AbortSignal,
): Promise<string | null | undefined> {
  if (!isUInt64(propertyId)) return undefined
  const [row] = await clickhouse.rows<{ owner_key: string }>(
    'select owner_key from properties where property_id = {propertyId:UInt64} limit 1',
    { propertyId },
    { signal },
  )
  return row?.owner_key === '0' ? null : row?.owner_key
}

type OwnedProperty = { propertyId: string; ownerKey: string }

const otherPropertiesSql = 'properties where owner_key = {ownerKey:UInt64} and property_id != {propertyId:UInt64}'

/** The owner's other properties in storage order, so ClickHouse reads no further than the page. */
export async function findOtherProperties(
  clickhouse: ClickHouse,
  owned: OwnedProperty,
  { limit, offset }: Slice,
  signal?: AbortSignal,
): Promise<PropertyRecord[]> {
  const records = await clickhouse.rows<StoredRow>(
    `select ${columnsByView.row} from ${otherPropertiesSql}
     order by state, county_fips, zip, property_id limit ${limit} offset ${offset}`,
    owned,
    { signal },
  )
  return records.map(presentRow)
}

/** All properties of an owner, counted and valued. */
export async function getPortfolio(clickhouse: ClickHouse, ownerKey: string, signal?: AbortSignal): Promise<Portfolio> {
  const [row] = await clickhouse.rows<Record<keyof Portfolio, string>>(
    `select count() as properties, sum(estimated_value) as estimatedValue, count(estimated_value) as valuedProperties
     from properties where owner_key = {ownerKey:UInt64}`,
    { ownerKey },
    { signal },
  )
  const valuedProperties = Number(row?.valuedProperties ?? 0)
  return {
    properties: Number(row?.properties ?? 0),
    estimatedValue: valuedProperties > 0 ? Number(row?.estimatedValue) : null,
    valuedProperties,
  }
}

const ownerReadLimits = { seconds: 600, memoryBytes: 2 * 1024 ** 3, resultRows: 1_000_000 }

type Parcel = { propertyId: string; countyFips: string }

/** Owner keys by property id, both as text; '0' when the roll does not name the owner. */
export async function getParcelOwners(
  clickhouse: ClickHouse,
  parcels: readonly Parcel[],
): Promise<ReadonlyMap<string, string>> {
  const counties = [...new Set(parcels.map(({ countyFips }) => countyFips))]
  const rows = await clickhouse.rows<{ propertyId: string; ownerKey: string }>(
    `select toString(property_id) as propertyId, toString(owner_key) as ownerKey from properties
     where state in {states:Array(String)} and county_fips in {counties:Array(String)}
       and property_id in (select arrayJoin(cast({ids:Array(String)}, 'Array(UInt64)')))`,
    { states: counties.map(getCountyState), counties, ids: parcels.map(({ propertyId }) => propertyId) },
    ownerReadLimits,
  )
  return new Map(rows.map(({ propertyId, ownerKey }) => [propertyId, ownerKey]))
}

/** How many owners in a table hold a loaded property. `table` is one of our own table names. */
export async function countKnownOwners(clickhouse: ClickHouse, table: string): Promise<number> {
  const [row] = await clickhouse.rows<{ owners: string }>(
    `select uniqExact(owner_key) as owners from properties where owner_key in (select owner_key from ${table})`,
    {},
    ownerReadLimits,
  )
  return Number(row?.owners ?? 0)
}
