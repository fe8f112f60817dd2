import type { Property, PropertyRow } from '@dooryard/contract/properties'
import { signalMask, targetTypeMask } from './bits.ts'

/** The columns of a row of a search, as the store gives them: '' is unknown text, 64-bit integers are strings. */
type RowRecord = {
  property_id: string
  apn: string
  county_fips: string
  address: string
  unit: string
  city: string
  state: string
  zip: string
  owner_names: string[]
  owner_type: PropertyRow['ownerType']
  occupancy: PropertyRow['occupancy']
  mailing_address: string
  mailing_city: string
  mailing_state: string
  mailing_zip: string
  asset_class: NonNullable<PropertyRow['assetClass']> | ''
  asset_sub_group: NonNullable<PropertyRow['assetSubGroup']> | ''
  bedrooms: number | null
  bathrooms: number | null
  living_area_sqft: number | null
  year_built: number | null
  estimated_value: number | null
  last_sale_date: string | null
  last_sale_price: number | null
  signals: number
}

/** What a lead carries beyond a row of a search. */
type LeadRecord = RowRecord & {
  owner_key: string
  use_code: string
  use_description: string
  asset_use_type: string
  lat: number | null
  lng: number | null
  lot_sqft: number | null
  units: number | null
  assessed_value: number | null
  market_value: number | null
}

type FullRecord = LeadRecord & {
  acquired_by_qc: Property['acquiredByQc']
  target_types: number
  properties_owned: number | null
  stories: number | null
  last_sale_deed_type: Property['lastSaleDeedType']
  cash_purchase: boolean | null
  arms_length: boolean | null
  previous_sale_date: string | null
  previous_sale_price: number | null
  open_loans: number | null
  'mortgages.position': number[]
  'mortgages.loan_type': Mortgage['loanType'][]
  'mortgages.lender': string[]
  'mortgages.lender_type': Mortgage['lenderType'][]
  'mortgages.amount': (number | null)[]
  'mortgages.originated_on': (string | null)[]
  'mortgages.rate_type': Mortgage['rateType'][]
  equity_amount: string | null
  ltv_percent: number | null
  'provenance.group': Provenance['group'][]
  'provenance.roll': string[]
  'provenance.recorded_on': (string | null)[]
  'provenance.ingested_at': string[]
}

type Mortgage = NonNullable<Property['mortgages']>[number]
type Provenance = Property['provenance'][number]

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

// Each list is typed against its record, so a column left out or misspelt does not compile.
const rowColumns = [
  'property_id',
  'apn',
  'county_fips',
  'address',
  'unit',
  'city',
  'state',
  'zip',
  'owner_names',
  'owner_type',
  'occupancy',
  'mailing_address',
  'mailing_city',
  'mailing_state',
  'mailing_zip',
  'asset_class',
  'asset_sub_group',
  'bedrooms',
  'bathrooms',
  'living_area_sqft',
  'year_built',
  'estimated_value',
  'last_sale_date',
  'last_sale_price',
  'signals',
] as const satisfies (keyof RowRecord)[]

const leadColumns = [
  ...rowColumns,
  'owner_key',
  'use_code',
  'use_description',
  'asset_use_type',
  'lat',
  'lng',
  'lot_sqft',
  'units',
  'assessed_value',
  'market_value',
] as const satisfies (keyof LeadRecord)[]

const fullColumns = [
  ...leadColumns,
  'acquired_by_qc',
  'target_types',
  'properties_owned',
  'stories',
  'last_sale_deed_type',
  'cash_purchase',
  'arms_length',
  'previous_sale_date',
  'previous_sale_price',
  'open_loans',
  'mortgages.position',
  'mortgages.loan_type',
  'mortgages.lender',
  'mortgages.lender_type',
  'mortgages.amount',
  'mortgages.originated_on',
  'mortgages.rate_type',
  'equity_amount',
  'ltv_percent',
  'provenance.group',
  'provenance.roll',
  'provenance.recorded_on',
  'provenance.ingested_at',
] as const satisfies (keyof FullRecord)[]

const columnList = (columns: readonly string[]) => columns.map((column) => `\`${column}\``).join(', ')

export type { FullRecord, LeadRecord, RowRecord }
export const columnsOf = {
  row: columnList(rowColumns),
  lead: columnList(leadColumns),
  full: columnList(fullColumns),
}

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
  lastSalePrice: record.last_sale_price,
  signals: signalMask.fromMask(record.signals),
})

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

export const presentProperty = (record: FullRecord): Property => ({
  ...presentLead(record),
  acquiredByQc: record.acquired_by_qc,
  targetTypes: targetTypeMask.fromMask(record.target_types),
  propertiesOwned: record.properties_owned,
  stories: record.stories,
  lastSaleDeedType: record.last_sale_deed_type,
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
const instantOf = (text: string) => `${text.replace(' ', 'T')}Z`
