import type { Property, PropertyRow } from '@dooryard/contract/properties/properties'
import { signalMask, targetTypeMask } from './bit-masks.ts'
import {
  computed,
  createPresenter,
  type Fields,
  formatColumnList,
  instant,
  nested,
  nullIfBlank,
  stored,
} from './stored-fields.ts'

/** What assessors set and describe of a property beyond its value. */
export type AssessmentField =
  | 'isHomestead'
  | 'effectiveYear'
  | 'construction'
  | 'condition'
  | 'zoning'
  | 'subdivision'
  | 'legalDescription'
  | 'landValue'
  | 'improvementValue'
  | 'valueYear'
  | 'taxAmount'
  | 'taxYear'
  | 'lastSaleDocument'

/** A search row as stored, with its owner. It has no `isOwnerMasked`, so no response takes it as it is. */
export type PropertyRecord = Omit<PropertyRow, 'isOwnerMasked' | 'hasPhone'> & Pick<Property, 'ownerKey'>

/** A property as an order stores it: the search row, and what its file also needs. */
export type SelectedLead = PropertyRecord &
  Pick<
    Property,
    | 'ownerNames'
    | 'useCode'
    | 'useDescription'
    | 'assetUseType'
    | 'lat'
    | 'lng'
    | 'lotSqft'
    | 'units'
    | 'assessedValue'
    | 'marketValue'
    | 'valueYear'
    | 'legalDescription'
    | 'lastSaleDocument'
    | 'mortgages'
  > & { dataSources: DataSources }

/** The county datasets that a property is made of, and the date of the newest. */
type DataSources = { rolls: string[]; recordedOn: string | null }

const rowFields: Fields<PropertyRecord> = {
  propertyId: stored('property_id'),
  apn: stored('apn'),
  countyFips: stored('county_fips'),
  address: nullIfBlank('address'),
  unit: nullIfBlank('unit'),
  city: nullIfBlank('city'),
  state: stored('state'),
  zip: nullIfBlank('zip'),
  ownerName: computed('owner_names', (names: string[]) => names.join(' & ') || null),
  ownerType: stored('owner_type'),
  occupancy: stored('occupancy'),
  mailingAddress: nullIfBlank('mailing_address'),
  mailingCity: nullIfBlank('mailing_city'),
  mailingState: nullIfBlank('mailing_state'),
  mailingZip: nullIfBlank('mailing_zip'),
  assetClass: nullIfBlank('asset_class'),
  assetSubGroup: nullIfBlank('asset_sub_group'),
  bedrooms: stored('bedrooms'),
  bathrooms: stored('bathrooms'),
  livingAreaSqft: stored('living_area_sqft'),
  yearBuilt: stored('year_built'),
  estimatedValue: stored('estimated_value'),
  lastSaleDate: stored('last_sale_date'),
  isLastSaleMonthOnly: stored('is_last_sale_month_only'),
  lastSalePrice: stored('last_sale_price'),
  isHomestead: stored('is_homestead'),
  effectiveYear: stored('effective_year'),
  construction: nullIfBlank('construction'),
  condition: nullIfBlank('condition'),
  zoning: nullIfBlank('zoning'),
  subdivision: nullIfBlank('subdivision'),
  landValue: stored('land_value'),
  improvementValue: stored('improvement_value'),
  taxAmount: stored('tax_amount'),
  taxYear: stored('tax_year'),
  equityAmount: computed('equity_amount', (dollars: string | null) => (dollars === null ? null : Number(dollars))),
  ltvPercent: stored('ltv_percent'),
  signals: computed('signals', signalMask.fromMask),
  // 0 stands for an unknown owner.
  ownerKey: computed('owner_key', (key: string) => (key === '0' ? null : key)),
}

const mortgages = nested<NonNullable<Property['mortgages']>[number]>('mortgages', {
  position: stored('position'),
  loanType: stored('loan_type'),
  lender: nullIfBlank('lender'),
  lenderType: stored('lender_type'),
  amount: stored('amount'),
  originatedOn: stored('originated_on'),
  rateType: stored('rate_type'),
})

const provenance = nested<Property['provenance'][number]>('provenance', {
  group: stored('group'),
  roll: stored('roll'),
  recordedOn: stored('recorded_on'),
  ingestedAt: instant('ingested_at'),
})

const loanFields: Fields<Pick<Property, 'mortgages'>> = {
  // Null when no roll reports loans.
  mortgages: {
    columns: ['open_loans', ...mortgages.columns],
    read: (row) => (row.open_loans === null ? null : mortgages.read(row)),
  },
}

function summarizeSources(sources: Property['provenance']): DataSources {
  const days = sources.flatMap(({ recordedOn }) => recordedOn ?? []).sort()
  return { rolls: [...new Set(sources.map(({ roll }) => roll))], recordedOn: days.at(-1) ?? null }
}

const propertyFields: Fields<Omit<SelectedLead, 'dataSources'>> = {
  ...rowFields,
  ...loanFields,
  ownerNames: stored('owner_names'),
  useCode: nullIfBlank('use_code'),
  useDescription: nullIfBlank('use_description'),
  assetUseType: nullIfBlank('asset_use_type'),
  lat: stored('lat'),
  lng: stored('lng'),
  lotSqft: stored('lot_sqft'),
  units: stored('units'),
  assessedValue: stored('assessed_value'),
  marketValue: stored('market_value'),
  valueYear: stored('value_year'),
  legalDescription: nullIfBlank('legal_description'),
  lastSaleDocument: nullIfBlank('last_sale_document'),
}

const leadFields: Fields<SelectedLead> = {
  ...propertyFields,
  dataSources: { columns: provenance.columns, read: (row) => summarizeSources(provenance.read(row)) },
}

export type FullProperty = Omit<Property, 'transfers' | 'county' | 'outline' | 'isOwnerMasked' | 'hasPhone'>

const fullFields: Fields<FullProperty> = {
  ...propertyFields,
  positionSource: nullIfBlank('position_source'),
  acquiredByQc: stored('acquired_by_qc'),
  targetTypes: computed('target_types', targetTypeMask.fromMask),
  propertiesOwned: stored('properties_owned'),
  stories: stored('stories'),
  lastSaleDeedType: stored('last_sale_deed_type'),
  isDeedInferred: stored('is_deed_inferred'),
  cashPurchase: stored('cash_purchase'),
  armsLength: stored('arms_length'),
  previousSaleDate: stored('previous_sale_date'),
  previousSalePrice: stored('previous_sale_price'),
  provenance,
}

export const columnsByView = {
  row: formatColumnList(rowFields),
  lead: formatColumnList(leadFields),
  full: formatColumnList(fullFields),
}

export const presentRow = createPresenter(rowFields)
export const presentLead = createPresenter(leadFields)
export const presentProperty = createPresenter(fullFields)
