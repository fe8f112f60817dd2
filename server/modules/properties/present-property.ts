import type { Property, PropertyRow } from '@dooryard/contract/properties'
import { signalMask, targetTypeMask } from './bits.ts'
import type { FullRecord, LeadRecord, Mortgage, Provenance, RowRecord } from './property-record.ts'

/** A property as an order keeps it: the row of a search, and what its file needs besides. */
export type SelectedLead = PropertyRow &
  Pick<
    Property,
    | 'ownerNames'
    | 'ownerKey'
    | 'useCode'
    | 'useDescription'
    | 'assetUseType'
    | 'lat'
    | 'lng'
    | 'lotSqft'
    | 'units'
    | 'assessedValue'
    | 'marketValue'
  >

const textOrNull = (text: string) => (text === '' ? null : text)

export const presentRow = (record: RowRecord): PropertyRow => ({
  propertyId: record.property_id,
  apn: record.apn,
  countyFips: record.county_fips,
  address: textOrNull(record.address),
  unit: textOrNull(record.unit),
  city: textOrNull(record.city),
  state: record.state,
  zip: textOrNull(record.zip),
  ownerName: textOrNull(record.owner_names.join(' & ')),
  ownerType: record.owner_type,
  occupancy: record.occupancy,
  mailingAddress: textOrNull(record.mailing_address),
  mailingCity: textOrNull(record.mailing_city),
  mailingState: textOrNull(record.mailing_state),
  mailingZip: textOrNull(record.mailing_zip),
  assetClass: record.asset_class || null,
  assetSubGroup: record.asset_sub_group || null,
  bedrooms: record.bedrooms,
  bathrooms: record.bathrooms,
  livingAreaSqft: record.living_area_sqft,
  yearBuilt: record.year_built,
  estimatedValue: record.estimated_value,
  lastSaleDate: record.last_sale_date,
  isLastSaleMonthOnly: record.is_last_sale_month_only,
  lastSalePrice: record.last_sale_price,
  signals: signalMask.fromMask(record.signals),
})

/** An owner key of 0 stands for an owner that is not known. */
export const presentLead = (record: LeadRecord): SelectedLead => ({
  ...presentRow(record),
  ownerNames: record.owner_names,
  ownerKey: record.owner_key === '0' ? null : record.owner_key,
  useCode: textOrNull(record.use_code),
  useDescription: textOrNull(record.use_description),
  assetUseType: textOrNull(record.asset_use_type),
  lat: record.lat,
  lng: record.lng,
  lotSqft: record.lot_sqft,
  units: record.units,
  assessedValue: record.assessed_value,
  marketValue: record.market_value,
})

export type PropertyFile = Omit<Property, 'transfers' | 'county'>

/** All that is known of a property; mortgages are null where no roll tells of loans, and [] where there are none. */
export const presentProperty = (record: FullRecord): PropertyFile => ({
  ...presentLead(record),
  acquiredByQc: record.acquired_by_qc,
  targetTypes: targetTypeMask.fromMask(record.target_types),
  propertiesOwned: record.properties_owned,
  stories: record.stories,
  lastSaleDeedType: record.last_sale_deed_type,
  isDeedInferred: record.is_deed_inferred,
  cashPurchase: record.cash_purchase,
  armsLength: record.arms_length,
  previousSaleDate: record.previous_sale_date,
  previousSalePrice: record.previous_sale_price,
  mortgages: record.open_loans === null ? null : mortgagesOf(record),
  equityAmount: record.equity_amount === null ? null : Number(record.equity_amount),
  ltvPercent: record.ltv_percent,
  provenance: provenanceOf(record),
})

const mortgagesOf = (record: FullRecord): Mortgage[] =>
  record['mortgages.position'].map((position, at) => ({
    position,
    // The arrays of a nested column are equally long.
    loanType: record['mortgages.loan_type'][at] ?? 'UNKNOWN',
    lender: textOrNull(record['mortgages.lender'][at] ?? ''),
    lenderType: record['mortgages.lender_type'][at] ?? 'UNKNOWN',
    amount: record['mortgages.amount'][at] ?? null,
    originatedOn: record['mortgages.originated_on'][at] ?? null,
    rateType: record['mortgages.rate_type'][at] ?? 'UNKNOWN',
  }))

const provenanceOf = (record: FullRecord): Provenance[] =>
  record['provenance.group'].map((group, at) => ({
    group,
    roll: record['provenance.roll'][at] ?? '',
    recordedOn: record['provenance.recorded_on'][at] ?? null,
    ingestedAt: instantOf(record['provenance.ingested_at'][at] ?? ''),
  }))

/** The store writes `2026-11-02 09:30:00`, always in UTC. */
export const instantOf = (text: string) => `${text.replace(' ', 'T')}Z`
