import type { Transform } from '@dooryard/contract/data/sources/transforms'
import { findStateCode } from '../../../places/states.ts'
import type { Candidate } from '../columns/candidate.ts'
import { toPlainName } from '../headers/header-words.ts'
import { endsWithZip, isCityStateZip, isStreetLine } from '../values/cells.ts'
import { type ColumnProfile, measureShare } from '../values/profile.ts'
import { findAddressLines } from './address-lines.ts'
import { findFilled, type PlacedField, placeField, type TableView } from './placed-field.ts'

type Party = 'situs' | 'mailing'
type Part = 'STREET' | 'UNIT' | 'CITY' | 'STATE' | 'ZIP'

const takePart = (part: Part): Transform[] => [{ type: 'ADDRESS_PART', part }]

/** The address of the property and that of the tax bill, from whole lines, parts, or lines that shift. */
export function placeAddresses(table: TableView): PlacedField[] {
  const situs = [...placeParty(table, 'situs'), ...placeOwn(table, 'situsUnit')]
  // As the mailing address a copy of the property's own would make every owner an occupant.
  if (isCopied(table)) return situs
  return [...situs, ...placeParty(table, 'mailing'), ...placeOwn(table, 'mailingCountry')]
}

const leastRows = 100
const maxSame = 0.985

function isCopied({ assigned, rows }: TableView): boolean {
  const situs = assigned.get('situsAddress')?.profile.at
  const mailing = assigned.get('mailingAddress')?.profile.at
  if (situs === undefined || mailing === undefined) return false
  const filled = rows.filter((row) => row[situs] && row[mailing])
  // One may have the state besides.
  const same = filled.filter((row) => toPlainName(row[mailing] ?? '').startsWith(toPlainName(row[situs] ?? '')))
  return filled.length >= leastRows && same.length > filled.length * maxSame
}

function placeParty(table: TableView, party: Party): PlacedField[] {
  const whole = table.assigned.get(`${party}Address`)
  const lines = party === 'mailing' && whole ? findAddressLines(table, whole.profile) : null
  if (whole && lines?.hasCity) return placeLines(whole, lines.profiles)
  const parts = findParts(table, party)
  const isMixed = whole !== undefined && isMixedAddress(whole.profile)
  const isParts = parts !== null && (!whole || isMixed || isFuller(parts, whole))
  const street = isParts
    ? [placeField(`${party}Address`, parts, parts.length > 1 ? [{ type: 'JOIN', separator: ' ' }] : [])]
    : whole
      ? [
          lines
            ? placeStreetLines(whole, lines.profiles)
            : placeField(`${party}Address`, [whole], isMixed ? takePart('STREET') : []),
        ]
      : []
  const rest = isMixed && whole ? whole : undefined
  return [...street, ...placeCity(table, party, rest)]
}

function placeCity(table: TableView, party: Party, whole: Candidate | undefined): PlacedField[] {
  const { assigned } = table
  const city = assigned.get(`${party}City`)
  const line = assigned.get(`${party}CityState`) ?? whole
  const lineZip = line && measureShare(line.profile.cells, endsWithZip) > 0.4 ? line : undefined
  const zip = assigned.get(`${party}Zip`)
  const state = party === 'mailing' ? assigned.get('mailingState') : undefined
  const street = assigned.get(`${party}Address`)?.profile.at
  // A Township says less of a place than the line with its city does, and the line below the street the most.
  const isSurer = (other: Candidate, own: Candidate) =>
    other !== whole &&
    ((other.name > own.name && own.name < leastOfOwn) ||
      (street !== undefined && other.profile.at === street + 1 && Math.abs(own.profile.at - street) > 3))
  const place = (part: 'City' | 'State' | 'Zip', own?: Candidate, other?: Candidate): PlacedField[] => {
    if (party === 'situs' && part === 'State') return []
    const field = `${party}${part}` as 'situsCity' | 'situsZip' | 'mailingCity' | 'mailingState' | 'mailingZip'
    if (own && !(other && isSurer(other, own)))
      return [placeField(field, [own], part === 'State' ? readStateNames(own.profile) : [])]
    return other ? [placeField(field, [other], takePart(part.toUpperCase() as Part))] : []
  }
  const lineState = line && (line !== whole || hasState(line.profile)) ? line : undefined
  const lineCity = line && (line !== whole || hasCity(line.profile)) ? line : undefined
  return [...place('City', city, lineCity), ...place('State', state, lineState), ...place('Zip', zip, lineZip)]
}

const leastOfOwn = 0.85

/** Postal codes of states whose names are written out. */
function readStateNames({ cells }: ColumnProfile): Transform[] {
  const found = [...new Set(cells)].flatMap((cell) => {
    const code = cell.length > 2 ? findStateCode(cell) : undefined
    return code ? [[cell, code] as const] : []
  })
  return found.length === 0 ? [] : [{ type: 'LOOKUP', table: Object.fromEntries(found), otherwise: 'KEEP' }]
}

function placeLines(first: Candidate, lines: readonly ColumnProfile[]): PlacedField[] {
  const candidates = lines.map((profile) => ({ ...first, profile }))
  const rest = candidates.slice(1)
  const read = (field: 'mailingAddress' | 'mailingCity' | 'mailingState' | 'mailingZip', part: Part) =>
    placeField(
      field,
      field === 'mailingAddress' ? candidates : rest,
      [{ type: 'ADDRESS_LINES', part }],
      field === 'mailingAddress'
        ? 'The lines of the address shift between columns: see whether streets are found.'
        : null,
    )
  return [
    read('mailingAddress', 'STREET'),
    read('mailingCity', 'CITY'),
    read('mailingState', 'STATE'),
    read('mailingZip', 'ZIP'),
  ]
}

/** A suite or an addressee can stand in a line of its own. */
const placeStreetLines = (first: Candidate, lines: readonly ColumnProfile[]): PlacedField =>
  placeField(
    'mailingAddress',
    lines.map((profile) => ({ ...first, profile })),
    [{ type: 'ADDRESS_LINES', part: 'STREET' }],
  )

const partTargets = (party: Party) =>
  [
    `${party}.number`,
    `${party}.fraction`,
    `${party}.preDirection`,
    `${party}.street`,
    `${party}.type`,
    `${party}.postDirection`,
  ] as ('situs.number' | 'situs.street' | 'situs.preDirection' | 'situs.postDirection')[]

const fewRows = 200

/** House number, direction, street and type, in this order; null without a number and a street. */
function findParts(table: TableView, party: Party): Candidate[] | null {
  const { assigned } = table
  const number = assigned.get(`${party}.number` as 'situs.number')
  const street = assigned.get(`${party}.street` as 'situs.street') ?? findNumberless(assigned.get(`${party}Address`))
  if (!number || !street) return null
  const filled = new Set(findFilled(table, partTargets(party)))
  // In a small sample a direction before the street is kept where those after it are filled, and the reverse.
  const directions = [`${party}.preDirection`, `${party}.postDirection`] as (
    | 'situs.preDirection'
    | 'situs.postDirection'
  )[]
  const pair = directions.map((target) => assigned.get(target))
  if (table.rows.length < fewRows && pair.some((one) => one && filled.has(one)))
    for (const one of pair) if (one) filled.add(one)
  return partTargets(party).flatMap((target) => {
    const candidate = target.endsWith('.street') ? street : assigned.get(target)
    return candidate && (candidate === street || filled.has(candidate)) ? [candidate] : []
  })
}

/** An address that is a street alone, as its house number has a column of its own. */
const findNumberless = (whole: Candidate | undefined) =>
  whole && whole.profile.cells.length > 0 && measureShare(whole.profile.cells, isStreetLine) < 0.1 ? whole : undefined

const isFuller = (parts: readonly Candidate[], whole: Candidate) => {
  const number = parts[0]
  if (parts.includes(whole)) return true
  return whole.fit < 0.5 || (number !== undefined && whole.profile.filled < number.profile.filled * 0.5)
}

const hasCity = ({ cells }: ColumnProfile) =>
  measureShare(cells, (cell) => /,\s*[a-z][a-z .]{2,}/i.test(cell) || isCityStateZip(cell)) > 0.4 ||
  measureShare(cells, endsWithZip) > 0.4
const hasState = ({ cells }: ColumnProfile) =>
  measureShare(cells, (cell) => /[,\s][a-z]{2}(?:[,\s]+\d{5}(?:-?\d{4})?)?$/i.test(cell)) > 0.5

/** A street with city, state or ZIP in the same cell. */
const isMixedAddress = (profile: ColumnProfile) => hasCity(profile)

function placeOwn({ assigned }: TableView, target: 'situsUnit' | 'mailingCountry'): PlacedField[] {
  const candidate = assigned.get(target)
  return candidate ? [placeField(target, [candidate])] : []
}
