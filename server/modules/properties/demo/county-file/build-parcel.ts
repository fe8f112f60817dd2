import { dayMs } from '@dooryard/contract/api/time'
import { normal } from '../random.ts'
import type { CountyChanges } from './county-changes.ts'
import type { Parcel } from './parcels.queries.ts'

/** A house on a vacant lot, two row houses in place of an old one, or condominiums of what were apartments. */
export type Construction = 'HOUSE' | 'PAIR' | 'CONDOMINIUMS'

const uses = {
  HOUSE: { use_code: '100', use_description: 'SINGLE FAMILY', asset_use: 'DETACHED_HOUSE' },
  PAIR: { use_code: '110', use_description: 'TOWNHOUSE', asset_use: 'ROW_HOUSE' },
  CONDOMINIUMS: { use_code: '120', use_description: 'CONDOMINIUM', asset_use: 'CONDOMINIUM' },
}

const dollarsPerSqft = { HOUSE: 215, PAIR: 240, CONDOMINIUMS: 255 }

/** What is built stands on the old lot and has its number: its parts are units of it, and share its outline. */
export function construct(changes: CountyChanges, parcel: Parcel, kind: Construction): Parcel[] {
  if (kind === 'HOUSE') return [build(changes, parcel, kind, 1)]
  const units = kind === 'PAIR' ? ['A', 'B'] : Array.from({ length: Number(parcel.units) }, (_, at) => `${101 + at}`)
  return units.map((unit) => ({
    ...build(changes, parcel, kind, units.length),
    ...{ apn: `${parcel.apn}-${unit}`, unit },
    // Those of the whole building end with it.
    ...{ ...noLoans, ...noLastSale, previous_sale_date: null, previous_sale_price: null },
    legal_description: `UNIT ${unit} ${parcel.legal_description}`,
  }))
}

export const noLoans = {
  ...{ loan_1_amount: null, loan_1_type: '', loan_1_lender: '', loan_1_lender_type: '' },
  ...{ loan_1_date: null, loan_1_rate_type: '' },
  ...{ loan_2_amount: null, loan_2_type: '', loan_2_lender: '', loan_2_lender_type: '' },
  ...{ loan_2_date: null, loan_2_rate_type: '', open_loans: 0 },
}

export const noLastSale = {
  ...{ last_sale_date: null, last_sale_price: null, last_sale_deed_type: '', last_sale_document: '' },
  ...{ last_sale_cash: null, last_sale_arms_length: null },
}

/** Houses are on the roll some months after they are built. */
const listedAfterMs = 90 * dayMs

function build({ random, until }: CountyChanges, parcel: Parcel, kind: Construction, units: number): Parcel {
  const isConverted = kind === 'CONDOMINIUMS'
  const size = isConverted
    ? (parcel.living_area_sqft ?? 900 * units) / units
    : normal(random, kind === 'HOUSE' ? 2_350 : 2_050, 330)
  const area = Math.round(size * (isConverted ? normal(random, 1, 0.12) : 1))
  const bedrooms = Math.max(1, Math.round(area / 640))
  const year = new Date(Date.parse(until) - listedAfterMs).getUTCFullYear()
  const land_value = parcel.land_value === null ? null : toHundreds(parcel.land_value / units)
  const shared = { ...parcel, land_value }
  const value = (land_value ?? 40_000) + area * dollarsPerSqft[kind] * normal(random, 1, 0.08)
  return {
    ...shared,
    ...uses[kind],
    ...toValues(shared, value),
    ...{ living_area_sqft: area, bedrooms, bathrooms: Math.max(1, Math.round(bedrooms * 1.4) / 2) },
    lot_sqft: isConverted || parcel.lot_sqft === null ? null : Math.round(parcel.lot_sqft / units),
    ...(isConverted ? {} : { year_built: year, stories: 2, construction: 'WOOD FRAME', condition: 'GOOD' }),
    effective_year: year,
    units: null,
    // Until the next bill.
    tax_amount: null,
    signals: '',
    vacant: false,
    homestead: false,
  }
}

/** The land keeps its value. */
export function toValues(parcel: Parcel, exactValue: number): Partial<Parcel> {
  const { market_value, assessed_value, land_value } = parcel
  const value = toHundreds(exactValue)
  const share = market_value && assessed_value ? assessed_value / market_value : 1
  return {
    ...{ market_value: value, assessed_value: toHundreds(value * share), estimated_value: value },
    improvement_value: land_value === null ? null : Math.max(0, value - land_value),
  }
}

const toHundreds = (value: number) => Math.round(value / 100) * 100
