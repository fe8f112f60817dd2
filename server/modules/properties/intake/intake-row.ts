import {
  bool,
  type Columns,
  column,
  day,
  float64,
  int64,
  type Kind,
  list,
  nullable,
  text,
  uint8,
  uint16,
  uint32,
  uint64,
  word,
} from '../../../platform/blocks/native.ts'
import { signalMask, targetTypeMask } from '../bits.ts'
import { normaliseAddress } from '../derive/address.ts'
import { equityOf } from '../derive/equity.ts'
import { propertyIdOf } from '../derive/ids.ts'
import { occupancyOf } from '../derive/occupancy.ts'
import { ownerKeyOf } from '../derive/owner-names.ts'
import { ownerTypeOf } from '../derive/owner-type.ts'
import { acquiredByQc, type Facts, signalsOf, targetTypesOf } from '../derive/segments.ts'
import { resolveUse } from '../derive/use.ts'
import { stateOfCounty } from '../places/states.ts'
import type { Mortgage, PropertyFacts, RollRow } from './property-facts.ts'
import { isBoughtBy, type SaleRow, type Sold, saleOfRow, salesOfProperty } from './sale-rows.ts'

/** Facts with all that follows from them, before the whole roll is known. */
export type IntakeRow = ReturnType<typeof deriveRow>

/** `sales` are those of which the row speaks, newest first: a price without a day is no sale. */
export function deriveRow(facts: PropertyFacts, line: number, sales: readonly SaleRow[] = salesOfProperty(facts)) {
  const lastSale = sales[0]
  const situs = {
    address: facts.situsAddress?.toUpperCase() ?? '',
    unit: facts.situsUnit?.toUpperCase() ?? '',
    city: facts.situsCity?.toUpperCase() ?? '',
    state: stateOfCounty(facts.countyFips),
    zip: facts.situsZip ?? '',
  }
  const mailing = {
    address: facts.mailingAddress ?? '',
    city: facts.mailingCity?.toUpperCase() ?? '',
    state: facts.mailingState ?? '',
    zip: facts.mailingZip ?? '',
    country: facts.mailingCountry ?? '',
  }
  const mailed = normaliseAddress(mailing.address)
  const ownerNames = facts.ownerNames ?? nobody
  const isOwnersSale = lastSale ? isBoughtBy(lastSale, ownerNames) : null
  const use = facts.use && resolveUse(facts.use, facts.units)
  const equity = equityOf(facts.estimatedValue, facts.mortgages)
  const said: Facts = {
    ownerType: ownerTypeOf(ownerNames),
    occupancy: facts.isVacant ? 'VACANT' : occupancyOf(situs, mailing, mailed),
    assetClass: use?.assetClass ?? null,
    boughtInCash: (isOwnersSale && lastSale?.cashPurchase) ?? false,
    openLoans: facts.mortgages?.length ?? null,
    ltvPercent: equity.ltvPercent,
  }
  // Named one by one: millions of rows are made, and those of spread objects take three times the memory.
  return {
    facts,
    line,
    lastSale,
    isOwnersSale,
    previousSale: sales[1],
    propertyId: propertyIdOf(facts.countyFips, facts.apn),
    ownerNames,
    ownerType: said.ownerType,
    ownerKey: ownerKeyOf(ownerNames, mailing, mailed),
    situs,
    mailing,
    occupancy: said.occupancy,
    use,
    openLoans: said.openLoans,
    equity,
    signals: signalMask.toMask(facts.signals) | signalMask.toMask(signalsOf(said)),
    targetTypes: targetTypeMask.toMask(facts.targetTypes) | targetTypeMask.toMask(targetTypesOf(said)),
  }
}

const nobody: readonly string[] = []

const ofLoans = <Value>(kind: Kind<Value>, read: (loan: Mortgage) => Value) =>
  column(list(kind), ({ facts }: IntakeRow) => facts.mortgages?.map(read) ?? noLoans)

const noLoans: readonly never[] = []

const columns: Columns<IntakeRow> = {
  property_id: column(uint64, (row) => row.propertyId),
  apn: column(text, ({ facts }) => facts.apn),
  state: column(word, ({ situs }) => situs.state),
  county_fips: column(word, ({ facts }) => facts.countyFips),
  address: column(text, ({ situs }) => situs.address),
  unit: column(text, ({ situs }) => situs.unit),
  city: column(word, ({ situs }) => situs.city),
  zip: column(word, ({ situs }) => situs.zip),
  lat: column(nullable(float64), ({ facts }) => facts.lat),
  lng: column(nullable(float64), ({ facts }) => facts.lng),
  owner_names: column(list(text), (row) => row.ownerNames),
  owner_type: column(word, (row) => row.ownerType),
  owner_key: column(uint64, (row) => row.ownerKey ?? 0n),
  mailing_address: column(text, ({ mailing }) => mailing.address),
  mailing_city: column(text, ({ mailing }) => mailing.city),
  mailing_state: column(word, ({ mailing }) => mailing.state),
  mailing_zip: column(word, ({ mailing }) => mailing.zip),
  mailing_country: column(word, ({ mailing }) => mailing.country),
  occupancy: column(word, (row) => row.occupancy),
  acquired_by_qc: column(word, ({ lastSale, isOwnersSale }) =>
    acquiredByQc((isOwnersSale && lastSale?.deedType) || 'UNKNOWN'),
  ),
  target_types: column(uint16, (row) => row.targetTypes),
  use_code: column(word, ({ facts }) => facts.useCode ?? ''),
  use_description: column(word, ({ facts }) => facts.useDescription ?? ''),
  asset_class: column(word, (row) => row.use?.assetClass ?? ''),
  asset_sub_group: column(word, (row) => row.use?.subGroup ?? ''),
  asset_use_type: column(word, (row) => row.use?.useType ?? ''),
  bedrooms: column(nullable(uint8), ({ facts }) => facts.bedrooms),
  bathrooms: column(nullable(float64), ({ facts }) => facts.bathrooms),
  living_area_sqft: column(nullable(uint32), ({ facts }) => facts.livingAreaSqft),
  lot_sqft: column(nullable(uint32), ({ facts }) => facts.lotSqft),
  year_built: column(nullable(uint16), ({ facts }) => facts.yearBuilt),
  units: column(nullable(uint16), ({ facts }) => facts.units),
  stories: column(nullable(float64), ({ facts }) => facts.stories),
  assessed_value: column(nullable(uint32), ({ facts }) => facts.assessedValue),
  market_value: column(nullable(uint32), ({ facts }) => facts.marketValue),
  estimated_value: column(nullable(uint32), ({ facts }) => facts.estimatedValue),
  last_sale_date: column(nullable(day), ({ lastSale }) => lastSale?.recordedOn ?? null),
  is_last_sale_month_only: column(bool, ({ lastSale }) => lastSale?.isMonthOnly ?? false),
  last_sale_price: column(nullable(uint32), ({ lastSale }) => lastSale?.price ?? null),
  last_sale_deed_type: column(word, ({ lastSale }) => lastSale?.deedType ?? 'UNKNOWN'),
  is_deed_inferred: column(bool, ({ lastSale }) => lastSale?.isDeedInferred ?? false),
  cash_purchase: column(nullable(bool), ({ lastSale }) => lastSale?.cashPurchase ?? null),
  arms_length: column(nullable(bool), ({ lastSale }) => lastSale?.armsLength ?? null),
  previous_sale_date: column(nullable(day), ({ previousSale }) => previousSale?.recordedOn ?? null),
  previous_sale_price: column(nullable(uint32), ({ previousSale }) => previousSale?.price ?? null),
  open_loans: column(nullable(uint8), (row) => row.openLoans),
  open_balance: column(nullable(int64), ({ equity }) => equity.openBalance),
  'mortgages.position': ofLoans(uint8, ({ position }) => position),
  'mortgages.loan_type': ofLoans(text, ({ loanType }) => loanType),
  'mortgages.lender': ofLoans(text, ({ lender }) => lender ?? ''),
  'mortgages.lender_type': ofLoans(text, ({ lenderType }) => lenderType),
  'mortgages.amount': ofLoans(nullable(uint32), ({ amount }) => amount),
  'mortgages.originated_on': ofLoans(nullable(day), ({ originatedOn }) => originatedOn),
  'mortgages.rate_type': ofLoans(text, ({ rateType }) => rateType),
  equity_amount: column(nullable(int64), ({ equity }) => equity.equityAmount),
  equity_percent: column(nullable(float64), ({ equity }) => equity.equityPercent),
  ltv_percent: column(nullable(float64), ({ equity }) => equity.ltvPercent),
  signals: column(uint32, (row) => row.signals),
}

const passing: Columns<IntakeRow> = {
  value_recorded_on: column(nullable(day), ({ facts }) => facts.valueRecordedOn),
  sale_recorded_on: column(nullable(day), ({ lastSale }) => lastSale?.statedOn ?? null),
  listed_on: column(nullable(day), ({ lastSale }) => (lastSale?.isListed ? lastSale.recordedOn : null)),
  owned_since: column(nullable(day), ({ lastSale, isOwnersSale }) =>
    isOwnersSale === false ? null : (lastSale?.recordedOn ?? null),
  ),
  line: column(uint64, ({ line }) => BigInt(line)),
}

export const propertyColumns: readonly string[] = Object.keys(columns)
export const intakeColumns: Columns<IntakeRow> = { ...columns, ...passing }

export function intakeOf({ apn, countyFips, property, sale }: RollRow, line: number): Intake {
  if (!property) {
    const parcel = { ...unknownPlace, apn, countyFips, propertyId: propertyIdOf(countyFips, apn) }
    return { property: null, sales: sale ? [{ sale: saleOfRow(sale, nobody), parcel, line }] : [] }
  }
  const sales = sale ? [saleOfRow(sale, property.ownerNames ?? nobody)] : salesOfProperty(property)
  const row = deriveRow(property, line, sales)
  const { propertyId, ownerKey, ownerType } = row
  const parcel = { apn, countyFips, propertyId, lat: property.lat, lng: property.lng, ownerKey, ownerType }
  return { property: row, sales: sales.map((sold) => ({ sale: sold, parcel, line })) }
}

type Intake = { property: IntakeRow | null; sales: Sold[] }

const unknownPlace = { lat: null, lng: null, ownerKey: null, ownerType: 'UNKNOWN' } as const
