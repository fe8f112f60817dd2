import { signalMask, targetTypeMask } from '../bits.ts'
import { normaliseAddress } from '../derive/address.ts'
import { equityOf } from '../derive/equity.ts'
import { propertyIdOf } from '../derive/ids.ts'
import { occupancyOf } from '../derive/occupancy.ts'
import { ownerKeyOf } from '../derive/owner-names.ts'
import { ownerTypeOf } from '../derive/owner-type.ts'
import { signalsOf, targetTypesOf } from '../derive/segments.ts'
import { resolveUse } from '../derive/use.ts'
import { stateOfCounty } from '../places/states.ts'
import type { PropertyFacts } from './property-facts.ts'
import { type TsvValue, tsvField } from './tsv.ts'

/** Facts with all that follows from them, before the whole roll is known. */
export type IntakeRow = ReturnType<typeof deriveRow>

export function deriveRow(facts: PropertyFacts) {
  const state = stateOfCounty(facts.countyFips)
  const situs = {
    address: facts.situsAddress?.toUpperCase() ?? '',
    unit: facts.situsUnit?.toUpperCase() ?? '',
    city: facts.situsCity?.toUpperCase() ?? '',
    state,
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
  const ownerNames = facts.ownerNames ?? []
  const ownerType = ownerTypeOf(ownerNames)
  const occupancy = facts.isVacant ? ('VACANT' as const) : occupancyOf(situs, mailing, mailed)
  const use = facts.use && resolveUse(facts.use, facts.units)
  const equity = equityOf(facts.estimatedValue, facts.mortgages)
  const said = {
    ownerType,
    occupancy,
    assetClass: use?.assetClass ?? null,
    cashPurchase: facts.cashPurchase,
    openLoans: facts.mortgages?.length ?? null,
    ltvPercent: equity.ltvPercent,
  }
  return {
    ...said,
    ...equity,
    facts,
    propertyId: propertyIdOf(facts.countyFips, facts.apn),
    ownerNames,
    ownerKey: ownerKeyOf(ownerNames, mailing, mailed),
    situs,
    mailing,
    use,
    signals: [...facts.signals, ...signalsOf(said)],
    targetTypes: [...facts.targetTypes, ...targetTypesOf(said)],
  }
}

/** Each column of the store with what goes into it, in the order of a line of the intake file. */
const columns: Record<string, (row: IntakeRow) => TsvValue> = {
  property_id: (row) => row.propertyId,
  apn: ({ facts }) => facts.apn,
  state: ({ situs }) => situs.state,
  county_fips: ({ facts }) => facts.countyFips,
  address: ({ situs }) => situs.address,
  unit: ({ situs }) => situs.unit,
  city: ({ situs }) => situs.city,
  zip: ({ situs }) => situs.zip,
  lat: ({ facts }) => facts.lat,
  lng: ({ facts }) => facts.lng,
  owner_names: (row) => row.ownerNames,
  owner_type: (row) => row.ownerType,
  owner_key: (row) => row.ownerKey ?? '0',
  mailing_address: ({ mailing }) => mailing.address,
  mailing_city: ({ mailing }) => mailing.city,
  mailing_state: ({ mailing }) => mailing.state,
  mailing_zip: ({ mailing }) => mailing.zip,
  mailing_country: ({ mailing }) => mailing.country,
  occupancy: (row) => row.occupancy,
  acquired_by_qc: ({ facts }) => acquiredByQc(facts),
  target_types: (row) => targetTypeMask.toMask(row.targetTypes),
  use_code: ({ facts }) => facts.useCode ?? '',
  use_description: ({ facts }) => facts.useDescription ?? '',
  asset_class: (row) => row.use?.assetClass ?? '',
  asset_sub_group: (row) => row.use?.subGroup ?? '',
  asset_use_type: (row) => row.use?.useType ?? '',
  bedrooms: ({ facts }) => facts.bedrooms,
  bathrooms: ({ facts }) => facts.bathrooms,
  living_area_sqft: ({ facts }) => facts.livingAreaSqft,
  lot_sqft: ({ facts }) => facts.lotSqft,
  year_built: ({ facts }) => facts.yearBuilt,
  units: ({ facts }) => facts.units,
  stories: ({ facts }) => facts.stories,
  assessed_value: ({ facts }) => facts.assessedValue,
  market_value: ({ facts }) => facts.marketValue,
  estimated_value: ({ facts }) => facts.estimatedValue,
  last_sale_date: ({ facts }) => facts.lastSaleDate,
  last_sale_price: ({ facts }) => facts.lastSalePrice,
  last_sale_deed_type: ({ facts }) => facts.lastSaleDeedType ?? 'UNKNOWN',
  cash_purchase: ({ facts }) => facts.cashPurchase,
  arms_length: ({ facts }) => facts.armsLength,
  previous_sale_date: ({ facts }) => facts.previousSaleDate,
  previous_sale_price: ({ facts }) => facts.previousSalePrice,
  open_loans: (row) => row.openLoans,
  open_balance: (row) => row.openBalance,
  'mortgages.position': ({ facts }) => loans(facts).map(({ position }) => position),
  'mortgages.loan_type': ({ facts }) => loans(facts).map(({ loanType }) => loanType),
  'mortgages.lender': ({ facts }) => loans(facts).map(({ lender }) => lender ?? ''),
  'mortgages.lender_type': ({ facts }) => loans(facts).map(({ lenderType }) => lenderType),
  'mortgages.amount': ({ facts }) => loans(facts).map(({ amount }) => amount),
  'mortgages.originated_on': ({ facts }) => loans(facts).map(({ originatedOn }) => originatedOn),
  'mortgages.rate_type': ({ facts }) => loans(facts).map(({ rateType }) => rateType),
  equity_amount: (row) => row.equityAmount,
  equity_percent: (row) => row.equityPercent,
  ltv_percent: (row) => row.ltvPercent,
  signals: (row) => signalMask.toMask(row.signals),
}

const loans = (facts: PropertyFacts) => facts.mortgages ?? []

function acquiredByQc({ lastSaleDeedType }: PropertyFacts) {
  if (lastSaleDeedType === null || lastSaleDeedType === 'UNKNOWN') return 'UNKNOWN'
  return lastSaleDeedType === 'QUITCLAIM' ? 'YES' : 'NO'
}

/** What is needed once, when the whole roll is known, and then let go. */
const passing: Record<string, (row: IntakeRow) => TsvValue> = {
  value_recorded_on: ({ facts }) => facts.valueRecordedOn,
  sale_recorded_on: ({ facts }) => facts.saleRecordedOn,
}

export const propertyColumns: readonly string[] = Object.keys(columns)
export const intakeColumns: readonly string[] = [...propertyColumns, ...Object.keys(passing), 'line']

const readers = [...Object.values(columns), ...Object.values(passing)]

/** One line of the intake file, with the number of the line of the roll that it comes from. */
export function intakeLine(row: IntakeRow, line: number): string {
  const fields = readers.map((read) => tsvField(read(row)))
  fields.push(`${line}\n`)
  return fields.join('\t')
}
