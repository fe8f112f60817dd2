import { type Columns, type ColumnType, column } from '../../../../platform/files/native/column-batch.ts'
import {
  bool,
  day,
  float64,
  int64,
  list,
  lowCardinality,
  nullable,
  text,
  uint8,
  uint16,
  uint32,
  uint64,
} from '../../../../platform/files/native/column-types.ts'
import { normalizeAddress } from '../../derive/address.ts'
import { computeEquity } from '../../derive/equity.ts'
import { toPropertyId } from '../../derive/ids.ts'
import { deriveOccupancy } from '../../derive/occupancy.ts'
import { toOwnerKey } from '../../derive/owner-names.ts'
import { classifyOwner } from '../../derive/owner-type.ts'
import { deriveSignals, deriveTargetTypes, type SegmentInput, toAcquiredByQc } from '../../derive/segments.ts'
import { resolveUse } from '../../derive/use.ts'
import { findProvince, getCountyState } from '../../places/states.ts'
import { signalMask, targetTypeMask } from '../../records/bit-masks.ts'
import type { MappedRow, Mortgage, PropertyFacts } from './property-facts.ts'
import { isBoughtBy, listPropertySales, type ParcelSale, type SaleRow, toSaleRow } from './sale-rows.ts'

/** A property with everything derived from it alone, before the whole roll is known. */
export type IngestRow = ReturnType<typeof deriveIngestRow>

/** `sales` are those that the row reports, newest first. A price without a date is not a sale. */
export function deriveIngestRow(
  facts: PropertyFacts,
  line: number,
  sales: readonly SaleRow[] = listPropertySales(facts),
) {
  const lastSale = sales[0]
  const situs = {
    address: facts.situsAddress?.toUpperCase() ?? '',
    unit: facts.situsUnit?.toUpperCase() ?? '',
    city: facts.situsCity?.toUpperCase() ?? '',
    state: getCountyState(facts.countyFips),
    zip: facts.situsZip ?? '',
  }
  const mailing = {
    address: facts.mailingAddress ?? '',
    city: facts.mailingCity?.toUpperCase() ?? '',
    zip: facts.mailingZip ?? '',
    ...toRegion(facts),
  }
  const mailed = normalizeAddress(mailing.address)
  const ownerNames = facts.ownerNames ?? noOwners
  const isOwnersSale = lastSale ? isBoughtBy(lastSale, ownerNames) : null
  const use = facts.use && resolveUse(facts.use, facts.units)
  const equity = computeEquity(facts.estimatedValue, facts.mortgages)
  const said: SegmentInput = {
    ownerType: classifyOwner(ownerNames),
    occupancy: facts.isVacant ? 'VACANT' : deriveOccupancy(situs, mailing, mailed, facts.isHomestead),
    assetClass: use?.assetClass ?? null,
    boughtInCash: (isOwnersSale && lastSale?.cashPurchase) ?? false,
    openLoans: facts.mortgages?.length ?? null,
    ltvPercent: equity.ltvPercent,
  }
  // Listed one by one: millions of rows are created, and spread objects take three times the memory.
  return {
    facts,
    line,
    lastSale,
    isOwnersSale,
    previousSale: sales[1],
    propertyId: toPropertyId(facts.countyFips, facts.apn),
    ownerNames,
    ownerType: said.ownerType,
    ownerKey: toOwnerKey(ownerNames, mailing, mailed),
    situs,
    mailing,
    occupancy: said.occupancy,
    use,
    openLoans: said.openLoans,
    equity,
    signals: signalMask.toMask(facts.signals) | signalMask.toMask(deriveSignals(said)),
    targetTypes: targetTypeMask.toMask(facts.targetTypes) | targetTypeMask.toMask(deriveTargetTypes(said)),
  }
}

/** A province tells its country; in other countries, letters like those of a state are none. */
function toRegion({ mailingState, mailingCountry }: PropertyFacts): { state: string; country: string } {
  const state = mailingState ?? ''
  const isProvince = findProvince(state) !== undefined
  const country = mailingCountry ?? (isProvince ? 'CA' : '')
  const isFitting = country === '' || country === (isProvince ? 'CA' : 'US')
  return { state: isFitting ? state : '', country }
}

const noOwners: readonly string[] = []

/** Counties write the same text in different letter cases. */
const toStoredText = (written: string | null) => written?.toUpperCase() ?? ''

const loanColumn = <Value>(kind: ColumnType<Value>, read: (loan: Mortgage) => Value) =>
  column(list(kind), ({ facts }: IngestRow) => facts.mortgages?.map(read) ?? noLoans)

const noLoans: readonly never[] = []

const columns: Columns<IngestRow> = {
  property_id: column(uint64, (row) => row.propertyId),
  apn: column(text, ({ facts }) => facts.apn),
  state: column(lowCardinality, ({ situs }) => situs.state),
  county_fips: column(lowCardinality, ({ facts }) => facts.countyFips),
  address: column(text, ({ situs }) => situs.address),
  unit: column(text, ({ situs }) => situs.unit),
  city: column(lowCardinality, ({ situs }) => situs.city),
  zip: column(lowCardinality, ({ situs }) => situs.zip),
  lat: column(nullable(float64), ({ facts }) => facts.lat),
  lng: column(nullable(float64), ({ facts }) => facts.lng),
  position_source: column(lowCardinality, ({ facts }) => (facts.lat === null ? '' : (facts.positionSource ?? 'ROLL'))),
  owner_names: column(list(text), (row) => row.ownerNames),
  owner_type: column(lowCardinality, (row) => row.ownerType),
  owner_key: column(uint64, (row) => row.ownerKey ?? 0n),
  mailing_address: column(text, ({ mailing }) => mailing.address),
  mailing_city: column(text, ({ mailing }) => mailing.city),
  mailing_state: column(lowCardinality, ({ mailing }) => mailing.state),
  mailing_zip: column(lowCardinality, ({ mailing }) => mailing.zip),
  mailing_country: column(lowCardinality, ({ mailing }) => mailing.country),
  occupancy: column(lowCardinality, (row) => row.occupancy),
  is_homestead: column(nullable(bool), ({ facts }) => facts.isHomestead),
  acquired_by_qc: column(lowCardinality, ({ lastSale, isOwnersSale }) =>
    toAcquiredByQc((isOwnersSale && lastSale?.deedType) || 'UNKNOWN'),
  ),
  target_types: column(uint16, (row) => row.targetTypes),
  use_code: column(lowCardinality, ({ facts }) => facts.useCode ?? ''),
  use_description: column(lowCardinality, ({ facts }) => facts.useDescription ?? ''),
  asset_class: column(lowCardinality, (row) => row.use?.assetClass ?? ''),
  asset_sub_group: column(lowCardinality, (row) => row.use?.subGroup ?? ''),
  asset_use_type: column(lowCardinality, (row) => row.use?.useType ?? ''),
  bedrooms: column(nullable(uint8), ({ facts }) => facts.bedrooms),
  bathrooms: column(nullable(float64), ({ facts }) => facts.bathrooms),
  living_area_sqft: column(nullable(uint32), ({ facts }) => facts.livingAreaSqft),
  lot_sqft: column(nullable(uint32), ({ facts }) => facts.lotSqft),
  year_built: column(nullable(uint16), ({ facts }) => facts.yearBuilt),
  units: column(nullable(uint16), ({ facts }) => facts.units),
  stories: column(nullable(float64), ({ facts }) => facts.stories),
  effective_year: column(nullable(uint16), ({ facts }) => facts.effectiveYear),
  construction: column(lowCardinality, ({ facts }) => toStoredText(facts.construction)),
  condition: column(lowCardinality, ({ facts }) => toStoredText(facts.condition)),
  zoning: column(lowCardinality, ({ facts }) => toStoredText(facts.zoning)),
  subdivision: column(lowCardinality, ({ facts }) => toStoredText(facts.subdivision)),
  legal_description: column(text, ({ facts }) => toStoredText(facts.legalDescription)),
  assessed_value: column(nullable(uint32), ({ facts }) => facts.assessedValue),
  market_value: column(nullable(uint32), ({ facts }) => facts.marketValue),
  estimated_value: column(nullable(uint32), ({ facts }) => facts.estimatedValue),
  land_value: column(nullable(uint32), ({ facts }) => facts.landValue),
  improvement_value: column(nullable(uint32), ({ facts }) => facts.improvementValue),
  value_year: column(nullable(uint16), ({ facts }) => facts.valueYear),
  tax_amount: column(nullable(uint32), ({ facts }) => facts.taxAmount),
  tax_year: column(nullable(uint16), ({ facts }) => facts.taxYear),
  last_sale_date: column(nullable(day), ({ lastSale }) => lastSale?.recordedOn ?? null),
  is_last_sale_month_only: column(bool, ({ lastSale }) => lastSale?.isMonthOnly ?? false),
  last_sale_price: column(nullable(uint32), ({ lastSale }) => lastSale?.price ?? null),
  last_sale_deed_type: column(lowCardinality, ({ lastSale }) => lastSale?.deedType ?? 'UNKNOWN'),
  is_deed_inferred: column(bool, ({ lastSale }) => lastSale?.isDeedInferred ?? false),
  last_sale_document: column(text, ({ lastSale }) => lastSale?.document ?? ''),
  cash_purchase: column(nullable(bool), ({ lastSale }) => lastSale?.cashPurchase ?? null),
  arms_length: column(nullable(bool), ({ lastSale }) => lastSale?.armsLength ?? null),
  previous_sale_date: column(nullable(day), ({ previousSale }) => previousSale?.recordedOn ?? null),
  previous_sale_price: column(nullable(uint32), ({ previousSale }) => previousSale?.price ?? null),
  open_loans: column(nullable(uint8), (row) => row.openLoans),
  open_balance: column(nullable(int64), ({ equity }) => equity.openBalance),
  'mortgages.position': loanColumn(uint8, ({ position }) => position),
  'mortgages.loan_type': loanColumn(text, ({ loanType }) => loanType),
  'mortgages.lender': loanColumn(text, ({ lender }) => lender ?? ''),
  'mortgages.lender_type': loanColumn(text, ({ lenderType }) => lenderType),
  'mortgages.amount': loanColumn(nullable(uint32), ({ amount }) => amount),
  'mortgages.originated_on': loanColumn(nullable(day), ({ originatedOn }) => originatedOn),
  'mortgages.rate_type': loanColumn(text, ({ rateType }) => rateType),
  equity_amount: column(nullable(int64), ({ equity }) => equity.equityAmount),
  equity_percent: column(nullable(float64), ({ equity }) => equity.equityPercent),
  ltv_percent: column(nullable(float64), ({ equity }) => equity.ltvPercent),
  signals: column(uint32, (row) => row.signals),
}

const stagingOnlyColumns: Columns<IngestRow> = {
  value_recorded_on: column(nullable(day), ({ facts }) => facts.valueRecordedOn),
  sale_recorded_on: column(nullable(day), ({ lastSale }) => lastSale?.statedOn ?? null),
  listed_on: column(nullable(day), ({ lastSale }) => (lastSale?.isListed ? lastSale.recordedOn : null)),
  owned_since: column(nullable(day), ({ lastSale, isOwnersSale }) =>
    isOwnersSale === false ? null : (lastSale?.recordedOn ?? null),
  ),
  line: column(uint64, ({ line }) => BigInt(line)),
}

export const propertyColumnNames: readonly string[] = Object.keys(columns)
export const ingestColumns: Columns<IngestRow> = { ...columns, ...stagingOnlyColumns }

export function toIngestRows({ apn, countyFips, property, sale }: MappedRow, line: number): IngestRows {
  if (!property) {
    const parcel = { ...unknownPosition, apn, countyFips, propertyId: toPropertyId(countyFips, apn) }
    return { property: null, sales: sale ? [{ sale: toSaleRow(sale, noOwners), parcel, line }] : [] }
  }
  const sales = sale ? [toSaleRow(sale, property.ownerNames ?? noOwners)] : listPropertySales(property)
  const row = deriveIngestRow(property, line, sales)
  const { propertyId, ownerKey, ownerType } = row
  const parcel = { apn, countyFips, propertyId, lat: property.lat, lng: property.lng, ownerKey, ownerType }
  return { property: row, sales: sales.map((sold) => ({ sale: sold, parcel, line })) }
}

type IngestRows = { property: IngestRow | null; sales: ParcelSale[] }

const unknownPosition = { lat: null, lng: null, ownerKey: null, ownerType: 'UNKNOWN' } as const
