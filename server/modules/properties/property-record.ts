import type { Property, PropertyRow } from '@dooryard/contract/properties'

/** The columns of a row of a search, as the store gives them: '' is unknown text, 64-bit integers are strings. */
export type RowRecord = {
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
  is_last_sale_month_only: boolean
  last_sale_price: number | null
  signals: number
}

export type LeadRecord = RowRecord & {
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

export type FullRecord = LeadRecord & {
  acquired_by_qc: Property['acquiredByQc']
  target_types: number
  properties_owned: number | null
  stories: number | null
  last_sale_deed_type: Property['lastSaleDeedType']
  is_deed_inferred: boolean
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

export type Mortgage = NonNullable<Property['mortgages']>[number]
export type Provenance = Property['provenance'][number]

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
  'is_last_sale_month_only',
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
  'is_deed_inferred',
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

export const columnsOf = {
  row: columnList(rowColumns),
  lead: columnList(leadColumns),
  full: columnList(fullColumns),
}
