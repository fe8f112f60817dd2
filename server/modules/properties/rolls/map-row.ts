import { nothingSold, type PropertyFacts, type RollRow, type SaleFacts } from '../intake/property-facts.ts'
import { type Cells, implausible, type Reader } from '../mapping/reader.ts'
import type { RollColumns, RollSource } from '../mapping/roll.ts'
import { countUnplacedUse, type Tally } from './roll-report.ts'

const nothingKnown: PropertyFacts & Record<keyof RollColumns, unknown> = {
  apn: '',
  countyFips: '',
  situsAddress: null,
  situsUnit: null,
  situsCity: null,
  situsZip: null,
  lat: null,
  lng: null,
  ownerNames: null,
  mailingAddress: null,
  mailingCity: null,
  mailingState: null,
  mailingZip: null,
  mailingCountry: null,
  useCode: null,
  useDescription: null,
  use: null,
  bedrooms: null,
  bathrooms: null,
  livingAreaSqft: null,
  lotSqft: null,
  yearBuilt: null,
  units: null,
  stories: null,
  assessedValue: null,
  marketValue: null,
  estimatedValue: null,
  lastSaleDate: null,
  lastSalePrice: null,
  lastSaleDeedType: null,
  cashPurchase: null,
  armsLength: null,
  previousSaleDate: null,
  previousSalePrice: null,
  valueRecordedOn: null,
  saleRecordedOn: null,
  mortgages: null,
  signals: [],
  isVacant: false,
  // No roll says these: they follow.
  targetTypes: [],
}

// Far beyond what any county gives its parcels.
const longestParcelNumber = 64
const tooLong = `Its parcel number is longer than ${longestParcelNumber} characters.`

/** Reads one row; gives the reason where there is nothing in it. */
export type RowMapper = (cells: Cells) => RollRow | string

/** Maps the rows of a roll, counting what each cell said. */
export function rowMapper(source: RollSource, today: string, tally: Tally): RowMapper {
  const columns = source.columns && columnReaders(source.columns, tally, '')
  const sale = source.sale && columnReaders(source.sale, tally, 'sale.')
  const { countyFips: county } = source
  return (cells) => {
    const apn = source.key.read(cells, today)
    if (apn === null) return 'It has no parcel number.'
    if (apn === implausible || apn.length > longestParcelNumber) return tooLong
    const countyFips = typeof county === 'string' ? county : county.read(cells, today)
    if (countyFips === null) return 'It names no county.'
    if (countyFips === implausible) return 'It names a county that is not of this roll, or none that there is.'
    const property = columns ? propertyOf(apn, countyFips) : null
    if (property) columns?.(cells, today, property)
    const sold = { ...nothingSold, recordedOn: '' }
    sale?.(cells, today, sold)
    const saleFacts: SaleFacts | null = sold.recordedOn === '' ? null : sold
    if (!property && !saleFacts) return 'It says no day of a sale.'
    noteDays(tally, property, saleFacts)
    if (property && source.columns?.use) noteUse(tally, property)
    return { apn, countyFips, property, sale: saleFacts }
  }
}

function propertyOf(apn: string, countyFips: string): PropertyFacts {
  const property = { ...nothingKnown }
  property.apn = apn
  property.countyFips = countyFips
  return property
}

/**
 * Reads columns into facts of which nothing is known yet. Those have a place for every column from the start: objects
 * that grow by what each row happens to say cost twice the time wherever they are read.
 */
function columnReaders(readers: object, tally: Tally, prefix: string) {
  const columns = Object.entries(readers).map(([name, { read }]: [string, Reader<unknown>]) => {
    const counts = tally.columns.get(prefix + name) ?? { filled: 0, unknown: 0, implausible: 0 }
    return { name, read, counts }
  })
  return (cells: Cells, today: string, facts: object) => {
    // Each reader was declared for the column whose name it stands under.
    const known = facts as Record<string, unknown>
    for (const { name, read, counts } of columns) {
      const value = read(cells, today)
      if (value === null) counts.unknown += 1
      else if (value === implausible) counts.implausible += 1
      else {
        counts.filled += 1
        known[name] = value
      }
    }
  }
}

/** A row that says a use, of which no class follows, is listed by its words. */
function noteUse(tally: Tally, { use, useCode, useDescription }: Partial<PropertyFacts>) {
  if (!use && (useCode || useDescription)) countUnplacedUse(tally, useCode ?? null, useDescription ?? null)
}

function noteDays({ days }: Tally, property: Partial<PropertyFacts> | null, sale: SaleFacts | null) {
  const said = [property?.valueRecordedOn, property?.saleRecordedOn, property?.lastSaleDate, sale?.recordedOn]
  const newest = said.reduce((a, b) => ((b ?? '') > (a ?? '') ? b : a))
  if (newest) days.set(newest, (days.get(newest) ?? 0) + 1)
}
