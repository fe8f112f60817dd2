import type { OwnerType } from '@dooryard/contract/vocabularies'
import {
  bool,
  type Columns,
  column,
  day,
  float64,
  nullable,
  text,
  uint32,
  uint64,
  word,
} from '../../../platform/blocks/native.ts'
import { normaliseName, ownerKeyOf } from '../derive/owner-names.ts'
import { ownerTypeOf } from '../derive/owner-type.ts'
import { stateOfCounty } from '../places/states.ts'
import type { PropertyFacts, RollRow, SaleFacts } from './property-facts.ts'

export type SaleRow = SaleFacts & {
  /** When the source wrote the sale down, where it says. */
  statedOn: string | null
  /** The row is about this sale; else it is about a parcel whose sale it mentions. */
  isListed: boolean
  /** The buyer is who owns the parcel now. */
  isBuyerOwner: boolean
}

const nothingSaid: Omit<SaleRow, 'recordedOn'> = {
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

/** The last sale of an assessed parcel, by which its owners came to it, and the one before; newest first. */
export function salesOfProperty(facts: PropertyFacts): SaleRow[] {
  const { lastSaleDate, previousSaleDate } = facts
  const sales: SaleRow[] = []
  if (lastSaleDate !== null)
    sales.push({
      ...nothingSaid,
      recordedOn: lastSaleDate,
      price: facts.lastSalePrice,
      deedType: facts.lastSaleDeedType,
      armsLength: facts.armsLength,
      cashPurchase: facts.cashPurchase,
      buyerNames: facts.ownerNames,
      statedOn: facts.saleRecordedOn,
      isBuyerOwner: facts.ownerNames !== null,
    })
  // Some rolls repeat the last sale as the previous one.
  if (previousSaleDate !== null && (lastSaleDate === null || previousSaleDate < lastSaleDate))
    sales.push({ ...nothingSaid, recordedOn: previousSaleDate, price: facts.previousSalePrice })
  return sales
}

/**
 * The sale that a row of sales is about. A purchase with a loan was not paid in cash. A buyer with a mailing address is
 * who bought then, even where they own the parcel now; one without may be the present owner on every sale.
 */
export function saleOfRow(sale: SaleFacts, owners: readonly string[]): SaleRow {
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

/** Null where nobody says who bought, or who owns it. `ownsBy` asks the same of the deeds of all rolls. */
export function isBoughtBy({ isBuyerOwner, buyerNames }: SaleRow, owners: readonly string[]): boolean | null {
  if (isBuyerOwner) return true
  const [buyer, owner] = [normaliseName(named(buyerNames)), normaliseName(named(owners))]
  return buyer === '' || owner === '' ? null : buyer === owner
}

export type SoldParcel = Pick<RollRow, 'apn' | 'countyFips'> & {
  propertyId: bigint
  lat: number | null
  lng: number | null
  ownerKey: bigint | null
  ownerType: OwnerType
}

export type Sold = { sale: SaleRow; parcel: SoldParcel; line: number }

const buyerKeyOf = (sale: SaleRow) =>
  ownerKeyOf(sale.buyerNames ?? [], {
    address: sale.buyerMailingAddress ?? '',
    city: sale.buyerMailingCity ?? '',
    state: sale.buyerMailingState ?? '',
    zip: sale.buyerMailingZip ?? '',
  })

const named = (names: readonly string[] | null) => names?.join(' & ') ?? ''

const columns: Columns<Sold> = {
  property_id: column(uint64, ({ parcel }) => parcel.propertyId),
  state: column(word, ({ parcel }) => stateOfCounty(parcel.countyFips)),
  county_fips: column(word, ({ parcel }) => parcel.countyFips),
  lat: column(nullable(float64), ({ parcel }) => parcel.lat),
  lng: column(nullable(float64), ({ parcel }) => parcel.lng),
  recorded_on: column(day, ({ sale }) => sale.recordedOn),
  is_month_only: column(bool, ({ sale }) => sale.isMonthOnly),
  price: column(nullable(uint32), ({ sale }) => sale.price),
  deed_type: column(word, ({ sale }) => sale.deedType ?? 'UNKNOWN'),
  is_deed_inferred: column(bool, ({ sale }) => sale.isDeedInferred),
  buyer: column(text, ({ sale }) => named(sale.buyerNames)),
  buyer_key: column(uint64, ({ sale, parcel }) => (sale.isBuyerOwner ? parcel.ownerKey : buyerKeyOf(sale)) ?? 0n),
  buyer_type: column(word, ({ sale, parcel }) =>
    sale.isBuyerOwner ? parcel.ownerType : ownerTypeOf(sale.buyerNames ?? []),
  ),
  seller: column(text, ({ sale }) => named(sale.sellerNames)),
  loan_amount: column(nullable(uint32), ({ sale }) => sale.loanAmount),
  lender: column(text, ({ sale }) => sale.lender ?? ''),
  cash_purchase: column(nullable(bool), ({ sale }) => sale.cashPurchase),
  arms_length: column(nullable(bool), ({ sale }) => sale.armsLength),
  document: column(text, ({ sale }) => sale.document ?? ''),
  is_multi_parcel: column(bool, ({ sale }) => sale.isMultiParcel),
  stated_on: column(nullable(day), ({ sale }) => sale.statedOn),
}

const passing: Columns<Sold> = {
  apn: column(text, ({ parcel }) => parcel.apn),
  is_buyer_owner: column(bool, ({ sale }) => sale.isBuyerOwner),
  is_listed: column(bool, ({ sale }) => sale.isListed),
  line: column(uint64, ({ line }) => BigInt(line)),
}

export const saleColumns: readonly string[] = Object.keys(columns)
export const salesColumns: Columns<Sold> = { ...columns, ...passing }
