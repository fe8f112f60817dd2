import { isDigits } from '../../../../platform/util/digits.ts'
import { looksLikeStreet, looksLikeUnit } from '../../derive/address.ts'
import { collapseBlanks } from '../../derive/collapse-blanks.ts'
import { classifyOwner } from '../../derive/owner-type.ts'
import { type AddressPart, isCityLine, readAddressPart } from './address-parts.ts'

const addressee = /^(?:C\/O|C O|ATTN:?|%)\b|^%/i

/**
 * A part of address lines that shift between columns, the usual street line first; '' when they lack it. The last
 * filled line may have city, state and ZIP. The street is the first line, or when that is empty or names an addressee,
 * the first other one that reads like a street and not like a name. A suite alone in another line is appended.
 */
export function readAddressLines(cells: readonly string[], part: AddressPart): string {
  // Most addresses have one line, which begins with a house number.
  if (part === 'STREET' && isOnlyStreet(cells)) return collapseBlanks(cells[0] ?? '')
  const lines = cells.map(collapseBlanks)
  const cityAt = findCityLine(lines)
  if (part !== 'STREET' && part !== 'UNIT') return cityAt < 0 ? '' : readAddressPart(lines[cityAt] ?? '', part)
  const [first = '', ...others] = lines.map((line, at) => (at === cityAt ? '' : line))
  if (part === 'UNIT') return others.find(looksLikeUnit) ?? ''
  const street = findStreet(first, others)
  const unit = others.find((line) => looksLikeUnit(line) && line !== street && !street.includes(line))
  return street !== '' && unit ? `${street} ${unit}` : street
}

function isOnlyStreet(cells: readonly string[]): boolean {
  for (let at = 1; at < cells.length; at += 1) if (cells[at] !== '') return false
  return isDigits(cells[0] ?? '', 0, 1)
}

function findCityLine(lines: readonly string[]): number {
  const last = lines.findLastIndex((line) => line !== '')
  return last >= 0 && isCityLine(lines[last] ?? '') ? last : -1
}

function findStreet(first: string, others: readonly string[]): string {
  const isAddressee = addressee.test(first) || (!/\d/.test(first) && others.some(isStreet))
  if (first !== '' && !isAddressee) return first
  return others.find(isStreet) ?? first
}

const isStreet = (line: string) => looksLikeStreet(line) && classifyOwner([line]) === 'INDIVIDUAL'
