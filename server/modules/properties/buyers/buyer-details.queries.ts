import type { Buyer } from '@dooryard/contract/properties/buyers'
import type { ClickHouse } from '../../../platform/clickhouse/client.ts'
import { getCountyState } from '../places/states.ts'
import { createBinder, idListSql } from '../search/compile/clauses.ts'
import { isUInt64 } from '../search/compile/compile-criteria.ts'
import type { Proof } from './buyers.queries.ts'

type Deed = Buyer['transfers'][number]

export type DeedRecord = {
  property_id: string
  source: string
  buyer_key: string
  recorded_on: string
  price: number | null
  deed_type: Deed['deedType'] | ''
  is_deed_inferred: boolean
  buyer: string
  buyer_type: Buyer['buyerType'] | ''
  seller: string
  address: string
  unit: string
  city: string
  zip: string
  state: string
}

export async function listProofDeeds(
  clickhouse: ClickHouse,
  buyerKeys: readonly string[],
  proofs: readonly Proof[],
  signal?: AbortSignal,
): Promise<DeedRecord[]> {
  const { bind, params } = createBinder()
  const counties = [...new Set(proofs.map(({ countyFips }) => countyFips))]
  const sources = [...new Set(proofs.map(({ source }) => source))]
  // The sort key of the table, so ClickHouse skips other counties.
  const inCounties = `state in ${bind([...new Set(counties.map(getCountyState))], 'Array(String)')}
    and county_fips in ${bind(counties, 'Array(String)')}
    and property_id in ${idListSql(bind, [...new Set(proofs.map(({ propertyId }) => propertyId))])}`
  return clickhouse.rows<DeedRecord>(
    `select property_id, source, buyer_key, recorded_on, price, deed_type, is_deed_inferred, buyer,
       buyer_type, seller, address, unit, city, zip, state
     from transfers
     left any join (select property_id, address, unit, city, zip from properties where ${inCounties}) as place
     using property_id
     where source in ${bind(sources, 'Array(String)')} and ${inCounties} and buyer_key in ${idListSql(bind, buyerKeys)}
     order by document, buyer, seller`,
    params,
    { signal },
  )
}

export type HolderRecord = {
  owner_key: string
  owned: string
  contact: string
  owner: [names: string[], type: string]
  mailing: [address: string, city: string, state: string, zip: string]
}

/** `contact` is a mailable property, else one that names its owner. */
export async function listHolders(
  clickhouse: ClickHouse,
  ownerKeys: readonly string[],
  signal?: AbortSignal,
): Promise<HolderRecord[]> {
  const { bind, params } = createBinder()
  return clickhouse.rows<HolderRecord>(
    `select owner_key, uniqExact(property_id) as owned,
       argMin(property_id, tuple(not is_mailable, empty(owner_names), property_id)) as contact,
       argMin(tuple(owner_names, owner_type), tuple(not is_mailable, empty(owner_names), property_id)) as owner,
       argMin(tuple(mailing_address, mailing_city, mailing_state, mailing_zip), tuple(property_id, source)) as mailing
     from properties where owner_key in ${idListSql(bind, ownerKeys)} group by owner_key`,
    params,
    { signal },
  )
}

export async function findPosition(
  clickhouse: ClickHouse,
  propertyId: string,
): Promise<{ lat: number | null; lng: number | null } | undefined> {
  if (!isUInt64(propertyId)) return undefined
  const [position] = await clickhouse.rows<{ lat: number | null; lng: number | null }>(
    'select lat, lng from properties where property_id = {propertyId:UInt64} order by isNull(lat) limit 1',
    { propertyId },
  )
  return position
}
