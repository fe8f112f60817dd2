import type { Property, PropertyRow } from '@dooryard/contract/properties/properties'

/** The columns of a property as ClickHouse returns them: '' is unknown text, 64-bit integers are strings. */
export type FullRecord = {
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
  acquired_by_qc: Property['acquiredByQc']
  target_types: number
  properties_owned: number | null
  stories: number | null
  effective_year: number | null
  construction: string
  condition: string
  zoning: string
  subdivision: string
  legal_description: string
  land_value: number | null
  improvement_value: number | null
  value_year: number | null
  tax_amount: number | null
  tax_year: number | null
  is_homestead: boolean | null
  last_sale_document: string
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

type Mortgage = NonNullable<Property['mortgages']>[number]
type Provenance = Property['provenance'][number]
