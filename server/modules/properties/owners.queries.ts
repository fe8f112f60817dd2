import type { Slice } from '@dooryard/contract/paging'
import type { PropertyRow } from '@dooryard/contract/properties'
import type { ClickHouse } from '../../platform/clickhouse/client.ts'
import { stateOfCounty } from './places/states.ts'
import { columnsOf, presentRow } from './present-property.ts'
import { isUInt64 } from './search/compile-criteria.ts'
import { countRowsOf } from './search/count.queries.ts'
import type { StoredRow } from './stored-fields.ts'

/** Who owns a property: null where that is not known, undefined where no roll has the property. */
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

type Owned = { propertyId: string; ownerKey: string }

const others = 'properties where owner_key = {ownerKey:UInt64} and property_id != {propertyId:UInt64}'

/** What else an owner holds, in the order of the store, which therefore reads no further than the page. */
export async function findOthers(
  clickhouse: ClickHouse,
  owned: Owned,
  { limit, offset }: Slice,
  signal?: AbortSignal,
): Promise<PropertyRow[]> {
  const records = await clickhouse.rows<StoredRow>(
    `select ${columnsOf.row} from ${others}
     order by state, county_fips, zip, property_id limit ${limit} offset ${offset}`,
    owned,
    { signal },
  )
  return records.map(presentRow)
}

export const countOthers = (clickhouse: ClickHouse, owned: Owned, signal?: AbortSignal): Promise<number> =>
  countRowsOf(clickhouse, others, owned, { signal })

const limits = { seconds: 600, memoryBytes: 2 * 1024 ** 3, resultRows: 1_000_000 }

type Parcel = { propertyId: string; countyFips: string }

/** Who owns parcels: the owner key by property id, both as text; '0' where the roll does not say whom. */
export async function ownersOfParcels(
  clickhouse: ClickHouse,
  parcels: readonly Parcel[],
): Promise<ReadonlyMap<string, string>> {
  const counties = [...new Set(parcels.map(({ countyFips }) => countyFips))]
  const rows = await clickhouse.rows<{ propertyId: string; ownerKey: string }>(
    `select toString(property_id) as propertyId, toString(owner_key) as ownerKey from properties
     where state in {states:Array(String)} and county_fips in {counties:Array(String)}
       and property_id in (select arrayJoin(cast({ids:Array(String)}, 'Array(UInt64)')))`,
    { states: counties.map(stateOfCounty), counties, ids: parcels.map(({ propertyId }) => propertyId) },
    limits,
  )
  return new Map(rows.map(({ propertyId, ownerKey }) => [propertyId, ownerKey]))
}

/** How many of the owners in a table hold a loaded property. The table is one of ours, by name. */
export async function countKnownOwners(clickhouse: ClickHouse, table: string): Promise<number> {
  const [row] = await clickhouse.rows<{ owners: string }>(
    `select uniqExact(owner_key) as owners from properties where owner_key in (select owner_key from ${table})`,
    {},
    limits,
  )
  return Number(row?.owners ?? 0)
}
