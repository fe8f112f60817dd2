import type { OwnerType } from '@dooryard/contract/api/enums'
import { type Columns, column } from '../../../../platform/files/native/column-batch.ts'
import {
  bool,
  day,
  float64,
  lowCardinality,
  nullable,
  text,
  uint32,
  uint64,
} from '../../../../platform/files/native/column-types.ts'
import { normalizeName, toOwnerKey } from '../../derive/owner-names.ts'
import { classifyOwner } from '../../derive/owner-type.ts'
import { getCountyState } from '../../places/states.ts'
import type { MappedRow, PropertyFacts, SaleFacts } from './property-facts.ts'

export type SaleRow = SaleFacts & {
  /** When the source recorded the sale, if published. */
  statedOn: string | null
  /** True when the row is about this sale, false when the row is about a parcel and mentions its sale. */
  isListed: boolean
  /** The buyer is the present owner. */
  isBuyerOwner: boolean
}

const emptySale: Omit<SaleRow, 'recordedOn'> = {
  isMonthOnly: false,
  price: null,
  deedType: null,
  isDeedInferred: false,
  armsLength: null,
  cashPurchase: null,
  loanAmount: null,
  lender: null,
  buyerNames: null,
  buyerMailingAddress: null,
  buyerMailingCity: null,
  buyerMailingState: null,
  buyerMailingZip: null,
  sellerNames: null,
  document: null,
  isMultiParcel: false,
  statedOn: null,
  isListed: false,
  isBuyerOwner: false,
}

/** The last sale of an assessed parcel, by which its owners acquired it, and the previous one; newest first. */
export function listPropertySales(facts: PropertyFacts): SaleRow[] {
  const { lastSaleDate, previousSaleDate } = facts
  const sales: SaleRow[] = []
  if (lastSaleDate !== null)
    sales.push({
      ...emptySale,
      recordedOn: lastSaleDate,
      price: facts.lastSalePrice,
      deedType: facts.lastSaleDeedType,
      document: facts.lastSaleDocument,
      armsLength: facts.armsLength,
      cashPurchase: facts.cashPurchase,
      buyerNames: facts.ownerNames,
      statedOn: facts.saleRecordedOn,
      isBuyerOwner: facts.ownerNames !== null,
    })
  // Some rolls repeat the last sale as the previous one.
  if (previousSaleDate !== null && (lastSaleDate === null || previousSaleDate < lastSaleDate))
    sales.push({ ...emptySale, recordedOn: previousSaleDate, price: facts.previousSalePrice })
  return sales
}

/**
 * The sale of a sales row. A purchase with a loan was not paid in cash. A buyer with a mailing address is the buyer at
 * that time, even if they own the parcel now; one without may be the present owner listed on every sale.
 */
export function toSaleRow(sale: SaleFacts, owners: readonly string[]): SaleRow {
  const { buyerNames, buyerMailingAddress, cashPurchase, loanAmount } = sale
  const isOwner = buyerNames !== null && owners.length > 0 && buyerNames.join('|') === owners.join('|')
  return {
    ...sale,
    cashPurchase: cashPurchase ?? (loanAmount ? false : null),
    statedOn: null,
    isListed: true,
    isBuyerOwner: isOwner && buyerMailingAddress === null,
  }
}

/** Null when the buyer or the owner is unknown. `isOwnerBuyerSql` checks the same over the deeds of all rolls. */
export function isBoughtBy({ isBuyerOwner, buyerNames }: SaleRow, owners: readonly string[]): boolean | null {
  if (isBuyerOwner) return true
  const [buyer, owner] = [normalizeName(joinNames(buyerNames)), normalizeName(joinNames(owners))]
  return buyer === '' || owner === '' ? null : buyer === owner
}

export type SaleParcel = Pick<MappedRow, 'apn' | 'countyFips'> & {
  propertyId: bigint
  lat: number | null
  lng: number | null
  ownerKey: bigint | null
  ownerType: OwnerType
}

export type ParcelSale = { sale: SaleRow; parcel: SaleParcel; line: number }

const getBuyerKey = (sale: SaleRow) =>
  toOwnerKey(sale.buyerNames ?? [], {
    address: sale.buyerMailingAddress ?? '',
    city: sale.buyerMailingCity ?? '',
    state: sale.buyerMailingState ?? '',
    zip: sale.buyerMailingZip ?? '',
  })

const joinNames = (names: readonly string[] | null) => names?.join(' & ') ?? ''

const columns: Columns<ParcelSale> = {
  property_id: column(uint64, ({ parcel }) => parcel.propertyId),
  state: column(lowCardinality, ({ parcel }) => getCountyState(parcel.countyFips)),
  county_fips: column(lowCardinality, ({ parcel }) => parcel.countyFips),
  lat: column(nullable(float64), ({ parcel }) => parcel.lat),
  lng: column(nullable(float64), ({ parcel }) => parcel.lng),
  recorded_on: column(day, ({ sale }) => sale.recordedOn),
  is_month_only: column(bool, ({ sale }) => sale.isMonthOnly),
  price: column(nullable(uint32), ({ sale }) => sale.price),
  deed_type: column(lowCardinality, ({ sale }) => sale.deedType ?? 'UNKNOWN'),
  is_deed_inferred: column(bool, ({ sale }) => sale.isDeedInferred),
  buyer: column(text, ({ sale }) => joinNames(sale.buyerNames)),
  buyer_key: column(uint64, ({ sale, parcel }) => (sale.isBuyerOwner ? parcel.ownerKey : getBuyerKey(sale)) ?? 0n),
  buyer_type: column(lowCardinality, ({ sale, parcel }) =>
    sale.isBuyerOwner ? parcel.ownerType : classifyOwner(sale.buyerNames ?? []),
  ),
  seller: column(text, ({ sale }) => joinNames(sale.sellerNames)),
  loan_amount: column(nullable(uint32), ({ sale }) => sale.loanAmount),
  lender: column(text, ({ sale }) => sale.lender ?? ''),
  cash_purchase: column(nullable(bool), ({ sale }) => sale.cashPurchase),
  arms_length: column(nullable(bool), ({ sale }) => sale.armsLength),
  document: column(text, ({ sale }) => sale.document ?? ''),
  is_multi_parcel: column(bool, ({ sale }) => sale.isMultiParcel),
  stated_on: column(nullable(day), ({ sale }) => sale.statedOn),
}

const stagingOnlyColumns: Columns<ParcelSale> = {
  apn: column(text, ({ parcel }) => parcel.apn),
  is_buyer_owner: column(bool, ({ sale }) => sale.isBuyerOwner),
  is_listed: column(bool, ({ sale }) => sale.isListed),
  line: column(uint64, ({ line }) => BigInt(line)),
}

export const saleColumnNames: readonly string[] = Object.keys(columns)
export const saleIngestColumns: Columns<ParcelSale> = { ...columns, ...stagingOnlyColumns }
