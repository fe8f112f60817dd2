import type { Buyer } from '@dooryard/contract/buyers'
import type { ClickHouse } from '../../../platform/clickhouse/client.ts'
import { stateOfCounty } from '../places/states.ts'
import { binder } from '../search/clauses.ts'
import { idList, isUInt64 } from '../search/compile-criteria.ts'
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

export async function readProofs(
  clickhouse: ClickHouse,
  buyerKeys: readonly string[],
  proofs: readonly Proof[],
  signal?: AbortSignal,
): Promise<DeedRecord[]> {
  const { bind, params } = binder()
  const counties = [...new Set(proofs.map(({ countyFips }) => countyFips))]
  const sources = [...new Set(proofs.map(({ source }) => source))]
  // What the store is sorted by, so that it skips the other counties.
  const isAmong = `state in ${bind([...new Set(counties.map(stateOfCounty))], 'Array(String)')}
    and county_fips in ${bind(counties, 'Array(String)')}
    and property_id in ${idList(bind, [...new Set(proofs.map(({ propertyId }) => propertyId))])}`
  return clickhouse.rows<DeedRecord>(
    `select property_id, source, buyer_key, recorded_on, price, deed_type, is_deed_inferred, buyer,
       buyer_type, seller, address, unit, city, zip, state
     from transfers
     left any join (select property_id, address, unit, city, zip from properties where ${isAmong}) as place
     using property_id
     where source in ${bind(sources, 'Array(String)')} and ${isAmong} and buyer_key in ${idList(bind, buyerKeys)}
     order by document, buyer, seller`,
    params,
    { signal },
  )
}

export type HolderRecord = {
  owner_key: string
  owned: string
  contact: string
  mailing: [address: string, city: string, state: string, zip: string]
}

/** `contact` is a property that can be mailed, else one that names its owner. */
export async function readHolders(
  clickhouse: ClickHouse,
  ownerKeys: readonly string[],
  signal?: AbortSignal,
): Promise<HolderRecord[]> {
  const { bind, params } = binder()
  return clickhouse.rows<HolderRecord>(
    `select owner_key, uniqExact(property_id) as owned,
       argMin(property_id, tuple(not is_mailable, empty(owner_names), property_id)) as contact,
       argMin(tuple(mailing_address, mailing_city, mailing_state, mailing_zip), tuple(property_id, source)) as mailing
     from properties where owner_key in ${idList(bind, ownerKeys)} group by owner_key`,
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
