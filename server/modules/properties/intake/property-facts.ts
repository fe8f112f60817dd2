import type { Property } from '@dooryard/contract/properties'
import type { DeedType, Signal, TargetType } from '@dooryard/contract/vocabularies'
import type { Use } from '../derive/use.ts'

export type Mortgage = NonNullable<Property['mortgages']>[number]

/** What a source says of one property; null is unknown. Everything else of a property follows from this. */
export type PropertyFacts = {
  apn: string
  countyFips: string
  situsAddress: string | null
  situsUnit: string | null
  situsCity: string | null
  situsZip: string | null
  lat: number | null
  lng: number | null
  ownerNames: string[] | null
  mailingAddress: string | null
  mailingCity: string | null
  mailingState: string | null
  mailingZip: string | null
  mailingCountry: string | null
  useCode: string | null
  useDescription: string | null
  use: Use | null
  bedrooms: number | null
  bathrooms: number | null
  livingAreaSqft: number | null
  lotSqft: number | null
  yearBuilt: number | null
  units: number | null
  stories: number | null
  assessedValue: number | null
  marketValue: number | null
  estimatedValue: number | null
  lastSaleDate: string | null
  lastSalePrice: number | null
  lastSaleDeedType: DeedType | null
  cashPurchase: boolean | null
  armsLength: boolean | null
  previousSaleDate: string | null
  previousSalePrice: number | null
  valueRecordedOn: string | null
  saleRecordedOn: string | null
  /** Null when the source publishes no mortgages. */
  mortgages: Mortgage[] | null
  /** What the source itself says beyond what follows from the rest. */
  signals: Signal[]
  targetTypes: TargetType[]
  isVacant: boolean
}

export type SaleFacts = {
  recordedOn: string
  isMonthOnly: boolean
  price: number | null
  deedType: DeedType | null
  isDeedInferred: boolean
  armsLength: boolean | null
  cashPurchase: boolean | null
  loanAmount: number | null
  lender: string | null
  buyerNames: string[] | null
  buyerMailingAddress: string | null
  buyerMailingCity: string | null
  buyerMailingState: string | null
  buyerMailingZip: string | null
  sellerNames: string[] | null
  document: string | null
  isMultiParcel: boolean
}

export const nothingSold: Omit<SaleFacts, 'recordedOn'> = {
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
}

export type RollRow = { apn: string; countyFips: string; property: PropertyFacts | null; sale: SaleFacts | null }
