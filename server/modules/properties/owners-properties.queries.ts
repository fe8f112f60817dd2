import type { PropertyRow } from '@dooryard/contract/properties'
import type { ClickHouse } from '../../platform/clickhouse/client.ts'
import { presentRow } from './present-property.ts'
import { columnsOf, type RowRecord } from './property-record.ts'
import { isUInt64 } from './search/compile-criteria.ts'

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
  { limit, offset }: { limit: number; offset: number },
  signal?: AbortSignal,
): Promise<PropertyRow[]> {
  const records = await clickhouse.rows<RowRecord>(
    `select ${columnsOf.row} from ${others}
     order by state, county_fips, zip, property_id limit ${limit} offset ${offset}`,
    owned,
    { signal },
  )
  return records.map(presentRow)
}

export async function countOthers(clickhouse: ClickHouse, owned: Owned, signal?: AbortSignal): Promise<number> {
  const [row] = await clickhouse.rows<{ count: string }>(`select count() as count from ${others}`, owned, { signal })
  return Number(row?.count ?? 0)
}
