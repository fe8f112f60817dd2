import type { ClickHouse } from '../../platform/clickhouse/client.ts'
import { stateOfCounty } from './places/states.ts'

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
