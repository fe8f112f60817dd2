import type { AreaUnit, Transform } from '@dooryard/contract/data/sources/transforms'
import type { Candidate } from '../columns/candidate.ts'
import { readHeader } from '../headers/header-words.ts'
import { findDateFormats } from '../values/dates.ts'
import { type ColumnProfile, countCells } from '../values/profile.ts'
import { measureUnit, outlineArea } from './measure-unit.ts'
import { type PlacedField, placeField, type TableView, toConfidence } from './placed-field.ts'

/** The lot's column in the unit that it has, and the area of the outline in rows without it. */
export function placeLot(table: TableView): PlacedField[] {
  const lot = table.assigned.get('lotSqft')
  if (!lot) return placeOutlineArea(table)
  const placed = placeLotColumn(table, lot)
  const outline = table.profiles.find(({ column }) => column === outlineArea)
  if (!outline || outline.cells.length === 0) return [placed]
  return [{ ...placed, source: { firstOf: [placed.source, { columns: [outlineArea] }] } }]
}

function placeLotColumn(table: TableView, lot: Candidate): PlacedField {
  const unit = table.assigned.get('lotUnit')
  const read = unit && readUnits(unit.profile)
  if (unit && read) {
    const [only] = Object.values(read)
    const isOne = only !== undefined && new Set(Object.values(read)).size === 1 && table.isWhole
    if (isOne) return placeField('lotSqft', [lot], [{ type: 'NUMBER', unit: only }])
    return placeField('lotSqft', [lot, unit], [{ type: 'NUMBER', units: read }])
  }
  const { area, doubt } = findUnit(table, lot.profile)
  return placeField('lotSqft', [lot], area === 'SQFT' ? [] : [{ type: 'NUMBER', unit: area }], doubt)
}

function placeOutlineArea({ header, assigned }: TableView): PlacedField[] {
  if (!header.includes(outlineArea) || !assigned.has('key')) return []
  return [{ field: 'lotSqft', source: { columns: [outlineArea] }, confidence: 0.8, doubt: null }]
}

const unitNames: Record<string, AreaUnit> = {
  a: 'ACRE',
  ac: 'ACRE',
  acr: 'ACRE',
  acre: 'ACRE',
  acres: 'ACRE',
  acreage: 'ACRE',
  s: 'SQFT',
  sf: 'SQFT',
  sqft: 'SQFT',
  'sq ft': 'SQFT',
  'sq feet': 'SQFT',
  squarefeet: 'SQFT',
  'square feet': 'SQFT',
  'square foot': 'SQFT',
  sm: 'SQM',
  sqm: 'SQM',
  'square meters': 'SQM',
  ha: 'HECTARE',
  hectare: 'HECTARE',
  hectares: 'HECTARE',
}

/** The unit of each cell of a unit column; null when it has other words. */
function readUnits({ cells }: ColumnProfile): Record<string, AreaUnit> | null {
  const counted = countCells(cells)
  const known = counted.flatMap(([cell]) => {
    const unit = unitNames[cell.toLowerCase().replaceAll('.', '')]
    return unit ? [[cell, unit] as const] : []
  })
  const rows = known.reduce((sum, [cell]) => sum + (counted.find(([one]) => one === cell)?.[1] ?? 0), 0)
  return rows > cells.length * 0.95 ? Object.fromEntries(known) : null
}

// Half of all lots are larger than this in square feet, and smaller in acres.
const leastSqft = 400

/** The unit that the outlines prove, else that of the name and of the values. */
function findUnit(table: TableView, profile: ColumnProfile): { area: AreaUnit; doubt: string | null } {
  const measured = measureUnit(table, profile.at)
  if (measured) return { area: measured, doubt: null }
  const guessed = guessUnit(profile)
  if (measured === undefined) return guessed
  return { ...guessed, doubt: `In no unit is ${JSON.stringify(profile.column)} as large as the outlines are.` }
}

function guessUnit({ column, median }: ColumnProfile): { area: AreaUnit; doubt: string | null } {
  const meanings = readHeader(column, false).words.flatMap((word) => [...word.meanings])
  const name = JSON.stringify(column)
  const isSmall = median !== null && median < leastSqft
  if (meanings.includes('ACRES'))
    return median !== null && median > 5_000
      ? { area: 'ACRE', doubt: `${name} should be acres, but half of its values are over 5,000.` }
      : { area: 'ACRE', doubt: null }
  if (meanings.includes('SQFT'))
    return { area: 'SQFT', doubt: isSmall ? `${name} should be square feet, but its values are small.` : null }
  if (isSmall) return { area: 'ACRE', doubt: `${name} does not say its unit; its values look like acres.` }
  return { area: 'SQFT', doubt: median === null ? `${name} does not say its unit.` : null }
}

/** Baths from a column of all, or from full and half ones. */
export function placeBaths({ assigned }: TableView): PlacedField[] {
  const said = assigned.get('bathrooms')
  const full = assigned.get('fullBaths') ?? said
  const half = assigned.get('halfBaths')
  // Full and half baths by name are surer than another column of them.
  const all = said && full && toConfidence(said) >= toConfidence(full) * 0.8 ? said : undefined
  if (full && half && !(all && assigned.has('fullBaths')))
    return [placeField('bathrooms', [full, half], [{ type: 'FULL_AND_HALF' }])]
  const one = all ?? full
  return one ? [placeField('bathrooms', [one])] : []
}

const leastWrapped = 3

/** A day that is recorded in advance is soon, and one that stands for none is always the same. */
function hasWrappedYears(cells: readonly string[], today: string): boolean {
  const addYears = (years: number) => `${Number(today.slice(0, 4)) + years}${today.slice(4)}`
  const [from, to] = [addYears(1), addYears(100)]
  const wrapped = cells.filter((cell) => /^\d{4}-/.test(cell) && cell.slice(0, 10) > from && cell.slice(0, 10) <= to)
  return new Set(wrapped).size >= leastWrapped
}

/** A date with the formats found; years and months in columns of their own are read together. */
export function readDate(candidate: Candidate, today: string): Transform[] {
  const found = findDateFormats(candidate.profile.cells)
  if (!found) return []
  const isWrapped = hasWrappedYears(candidate.profile.cells, today)
  const isPlain = found.formats.join() === 'YYYY-MM-DD' && found.unknown.length === 0 && !isWrapped
  if (isPlain) return []
  return [{ type: 'DATE', ...found, isWrapped }]
}
