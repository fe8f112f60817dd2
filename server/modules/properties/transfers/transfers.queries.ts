import type { Transfer } from '@dooryard/contract/transfers'
import type { ClickHouse } from '../../../platform/clickhouse/client.ts'
import type { Db } from '../../../platform/postgres/database.ts'
import { instantOf } from '../present-property.ts'
import type { ToldTransfer } from './merge-transfers.ts'

type TransferRecord = {
  source: string
  recorded_on: string
  is_month_only: boolean
  price: number | null
  deed_type: Transfer['deedType'] | ''
  is_deed_inferred: boolean
  buyer: string
  buyer_type: Transfer['buyerType'] | ''
  seller: string
  loan_amount: number | null
  lender: string
  cash_purchase: boolean | null
  arms_length: boolean | null
  document: string
  is_multi_parcel: boolean
  ingested_at: string
}

type Parcel = { propertyId: string; state: string; countyFips: string }

/** State and county are what the store is sorted by. */
export async function findTransfers(clickhouse: ClickHouse, parcel: Parcel): Promise<ToldTransfer[]> {
  const records = await clickhouse.rows<TransferRecord>(
    `select source, recorded_on, is_month_only, price, deed_type, is_deed_inferred, buyer, buyer_type, seller,
       loan_amount, lender, cash_purchase, arms_length, document, is_multi_parcel, ingested_at
     from transfers
     where state = {state:String} and county_fips = {countyFips:String} and property_id = {propertyId:UInt64}`,
    parcel,
  )
  return records.map(presentTransfer)
}

const presentTransfer = (record: TransferRecord): ToldTransfer => ({
  source: record.source,
  recordedOn: record.recorded_on,
  isMonthOnly: record.is_month_only,
  price: record.price,
  deedType: record.deed_type || 'UNKNOWN',
  isDeedInferred: record.is_deed_inferred,
  buyer: record.buyer || null,
  buyerType: record.buyer_type || 'UNKNOWN',
  seller: record.seller || null,
  loanAmount: record.loan_amount,
  lender: record.lender || null,
  cashPurchase: record.cash_purchase,
  armsLength: record.arms_length,
  document: record.document || null,
  isMultiParcel: record.is_multi_parcel,
  ingestedAt: instantOf(record.ingested_at),
})

export async function rollNames(db: Db, sources: readonly string[]): Promise<Map<string, string>> {
  if (sources.length === 0) return new Map()
  const rolls = await db
    .selectFrom('rolls')
    .select(['source', 'name'])
    .where('source', 'in', [...sources])
    .execute()
  return new Map(rolls.map(({ source, name }) => [source, name]))
}
