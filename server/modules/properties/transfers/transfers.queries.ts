import type { Transfer } from '@dooryard/contract/properties/transfers'
import type { ClickHouse } from '../../../platform/clickhouse/client.ts'
import type { Db } from '../../../platform/postgres/database.ts'
import {
  computed,
  createPresenter,
  type Fields,
  formatColumnList,
  instant,
  nullIfBlank,
  type StoredRow,
  stored,
} from '../records/stored-fields.ts'
import type { ReportedTransfer } from './merge-transfers.ts'

const fields: Fields<ReportedTransfer> = {
  source: stored('source'),
  recordedOn: stored('recorded_on'),
  isMonthOnly: stored('is_month_only'),
  price: stored('price'),
  deedType: computed('deed_type', (type: Transfer['deedType'] | '') => type || 'UNKNOWN'),
  isDeedInferred: stored('is_deed_inferred'),
  buyer: nullIfBlank('buyer'),
  buyerType: computed('buyer_type', (type: Transfer['buyerType'] | '') => type || 'UNKNOWN'),
  seller: nullIfBlank('seller'),
  loanAmount: stored('loan_amount'),
  lender: nullIfBlank('lender'),
  cashPurchase: stored('cash_purchase'),
  armsLength: stored('arms_length'),
  document: nullIfBlank('document'),
  isMultiParcel: stored('is_multi_parcel'),
  ingestedAt: instant('ingested_at'),
}

type Parcel = { propertyId: string; state: string; countyFips: string }

/** State and county are the sort key of the table. */
export async function findTransfers(clickhouse: ClickHouse, parcel: Parcel): Promise<ReportedTransfer[]> {
  const records = await clickhouse.rows<StoredRow>(
    `select ${formatColumnList(fields)} from transfers
     where state = {state:String} and county_fips = {countyFips:String} and property_id = {propertyId:UInt64}`,
    parcel,
  )
  return records.map(createPresenter(fields))
}

export async function getRollNames(db: Db, sources: readonly string[]): Promise<Map<string, string>> {
  if (sources.length === 0) return new Map()
  const rolls = await db
    .selectFrom('rolls')
    .select(['source', 'name'])
    .where('source', 'in', [...sources])
    .execute()
  return new Map(rolls.map(({ source, name }) => [source, name]))
}
