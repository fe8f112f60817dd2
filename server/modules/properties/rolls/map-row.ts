import type { PropertyFacts } from '../intake/property-facts.ts'
import { type Cells, implausible, type Read } from '../mapping/reader.ts'
import type { RollColumns, RollSource } from '../mapping/roll.ts'
import type { Tally } from './roll-report.ts'

const nothingKnown = {
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
  // What no roll of assessments says.
  mortgages: null,
  signals: [],
  targetTypes: [],
  isVacant: false,
} satisfies { [Column in keyof RollColumns]: null } & Partial<PropertyFacts>

/** Reads one row; gives the reason where there is no property in it. */
export type RowMapper = (cells: Cells) => PropertyFacts | string

/** Maps the rows of a roll, counting what each cell said. */
export function rowMapper(source: RollSource, today: string, tally: Tally): RowMapper {
  const columns = Object.entries(source.columns).map(([name, reader]) => {
    const read: (cells: Cells, today: string) => Read<unknown> = reader.read
    return { name, read, counts: tally.columns.get(name) ?? { filled: 0, unknown: 0, implausible: 0 } }
  })
  return (cells) => {
    const key = source.key.read(cells, today)
    if (key === null || key === implausible) return 'It has no parcel number.'
    const facts: PropertyFacts = { ...nothingKnown, apn: key, countyFips: source.countyFips }
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
    noteDays(tally, facts)
    return facts
  }
}

function noteDays({ days }: Tally, { valueRecordedOn, saleRecordedOn, lastSaleDate }: PropertyFacts) {
  const newest = [valueRecordedOn, saleRecordedOn, lastSaleDate].reduce((a, b) => ((b ?? '') > (a ?? '') ? b : a))
  if (newest !== null) days.set(newest, (days.get(newest) ?? 0) + 1)
}

/** Cells by their column's name, trimmed, with the roll's words for nothing taken out. */
export function cellsOf(header: readonly string[], { format: { unknown } }: RollSource): (fields: string[]) => Cells {
  const places = new Map(header.map((name, at) => [name, at]))
  const nothing = new Set(unknown)
  return (fields) => (column) => {
    const cell = fields[places.get(column) ?? -1]?.trim() ?? ''
    return nothing.has(cell) ? '' : cell
  }
}
