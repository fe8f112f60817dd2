import { findStateCode } from '../../../places/states.ts'
import type { NameTarget } from '../headers/match-names.ts'
import * as is from './cells.ts'
import { findDateFormats } from './dates.ts'
import { saysHomestead } from './homestead.ts'
import { isNoAmount } from './no-amounts.ts'
import { type ColumnProfile, measureShare } from './profile.ts'

type Fit = (profile: ColumnProfile, today: string) => number

const shareFit =
  (test: (cell: string) => boolean, least: number): Fit =>
  ({ cells }) => {
    const share = measureShare(cells, test)
    return share < least ? 0 : 0.6 + 0.4 * share
  }

const number =
  (least: number, most: number): Fit =>
  ({ numeric, median, largest }) => {
    if (numeric < 0.85) return 0
    if (median === null) return 0.8
    if (median < least || median > most) return 0.25
    return largest > most * 1_000_000 ? 0.8 : 1
  }

const amount =
  (least: number, most: number): Fit =>
  (profile, today) =>
    isNoAmount(profile) ? 0 : number(least, most)(profile, today)

const money = amount(50, 1e9)
const smallCount = number(0.5, 60)

const words: Fit = ({ cells, numeric, distinct }) => {
  if (numeric > 0.5) return 0.1
  return measureShare(cells, is.isWords) < 0.5 ? 0.3 : distinct > 0.9 && cells.length > 50 ? 0.6 : 1
}

/** Words that few rows share, as uses are. */
const use: Fit = (profile, today) => {
  const { cells, distinct, rows } = profile
  // Few words for many rows are uses, even `1-FAMILY PLATTED LOT`.
  const isFew = distinct < 0.05 && rows > 100
  const isLegal = (!isFew && measureShare(cells, is.isLegal) > 0.3) || (distinct > 0.4 && cells.length > 50)
  return isLegal ? 0.3 : words(profile, today)
}

const legal: Fit = ({ cells, distinct, rows }) => {
  const isUse = distinct < 0.05 && rows > 100 && measureShare(cells, is.isLegal) < 0.1
  const isNames = cells.length > 20 && measureShare(cells, (cell) => /\d/.test(cell) || is.isLegal(cell)) < 0.05
  if (isNames && distinct > 0.3) return 0.4
  return measureShare(cells, (cell) => /[a-z]/i.test(cell)) < 0.3 ? 0 : isUse ? 0.5 : 1
}

const city: Fit = ({ cells, numeric, distinct }) => {
  if (numeric > 0.2 || measureShare(cells, is.isCityStateZip) > 0.5) return 0
  if (measureShare(cells, (cell) => /^[a-z][a-z .,'/()&-]+$/i.test(cell) && cell.length < 45) < 0.6) return 0
  if (measureShare(cells, (cell) => cell.length <= 3) > 0.8) return 0.2
  if (measureShare(cells, is.isCityState) > 0.9) return 0
  return distinct > 0.8 && cells.length > 50 ? 0.4 : 1
}

const year: Fit = ({ cells }, today) => {
  const years = cells.filter((cell) => Number(cell.replaceAll(',', '')) !== 0)
  if (years.length === 0) return 0.7
  const next = Number(today.slice(0, 4)) + 1
  const share = measureShare(years, (cell) => {
    const value = Number(cell.slice(0, 10).replaceAll(',', ''))
    return value >= 1600 && value <= next
  })
  const hasDates = share < 0.5 && findDateFormats(years) !== null
  return hasDates ? 0.6 : share < 0.8 ? 0 : 1
}

// Values of a roll are of few years.
const rollYear: Fit = (profile, today) => {
  const fit = year(profile, today)
  return new Set(profile.cells).size > 6 ? fit * 0.2 : fit
}

const date: Fit = ({ cells }) => {
  const filled = cells.filter((cell) => !/^[0/\-.: ]+$/.test(cell))
  if (filled.length === 0) return 0.8
  const found = findDateFormats(cells)
  if (!found) return 0
  return found.formats[0] === 'YYYY' || found.formats[0] === 'Excel days' ? 0.6 : 1
}

const isWord = (cell: string) => /^[a-z][a-z /,&-]{4,}$/i.test(cell)

const isCodeWithWords = (cell: string) => /^[a-z]?\d{1,5}[a-z]?\s*[-:–]?\s+[a-z]{3}/i.test(cell)

const code: Fit = ({ column, cells, distinct }) => {
  // A column of codes can describe them in the same cell.
  if (distinct < 0.5 && measureShare(cells, isCodeWithWords) > 0.8) return /code|cd\d?$/i.test(column) ? 1 : 0.5
  if (cells.length > 20 && measureShare(cells, is.isState) > 0.98) return 0
  if (measureShare(cells, (cell) => cell.length > 14) > 0.3) return 0.3
  if (distinct > 0.6 && cells.length > 50) return 0.2
  // Where a column beside it has codes, words describe them.
  return measureShare(cells, isWord) > 0.8 ? 0.6 : 1
}

const degrees =
  (least: number, most: number): Fit =>
  (profile) => {
    const { cells } = profile
    const share = measureShare(cells, (cell) => {
      const value = is.toNumber(cell)
      return value !== null && value !== 0 && value >= least && value <= most
    })
    return share < 0.9 ? 0 : measureShare(cells, (cell) => /\.\d{3}/.test(cell)) < 0.5 ? 0.5 : 1
  }

const text: Fit = () => 1
const streetWhole: Fit = ({ cells, numeric }) => {
  if (numeric > 0.3) return 0
  const share = measureShare(cells, (cell) => is.isStreetLine(cell) || is.hasStreetType(cell))
  const mixed = measureShare(cells, is.endsWithZip) > 0.4 ? 0.9 : 1
  return (share < 0.25 ? 0.15 : share < 0.6 ? 0.8 : 1) * mixed
}
// With house numbers it is a whole line.
const isNoStreetName = (cell: string) => is.isStreetType(cell) || is.isStreetLine(cell)
const streetName: Fit = ({ cells, numeric, distinct }) =>
  numeric > 0.4 || measureShare(cells, is.isWords) < 0.4 || measureShare(cells, isNoStreetName) > 0.8
    ? 0
    : distinct > 0.95 && cells.length > 100
      ? 0.6
      : 1
const names: Fit = ({ cells, numeric, distinct }) => {
  if (numeric > 0.2 || measureShare(cells, is.isName) < 0.7 || measureShare(cells, is.isCountry) > 0.5) return 0
  if (measureShare(cells, is.isCityStateZip) > 0.3 || measureShare(cells, is.isUnitLine) > 0.3) return 0.1
  // A land bank owns all that it lists, but so may a column of something else say one thing, and cities repeat.
  return cells.length > 50 && distinct < 0.02 ? 0.7 : 1
}
const area: Fit = (profile) => (profile.numeric < 0.85 ? 0 : 1)
const homestead: Fit = (profile, today) =>
  measureShare(profile.cells, saysHomestead) > 0.05 ? 1 : flag(profile, today)

const flag: Fit = ({ cells, numeric }) => {
  if (measureShare(cells, is.isYesNo) > 0.8) return 1
  return numeric > 0.9 ? 0.8 : new Set(cells).size <= 12 ? 0.7 : 0
}
const shortText: Fit = ({ cells }) => (measureShare(cells, (cell) => cell.length > 12) > 0.3 ? 0.1 : 1)
const unit: Fit = (profile, today) =>
  profile.cells.length > 20 && measureShare(profile.cells, is.isState) > 0.8 ? 0 : shortText(profile, today)
const pieces: Fit = ({ cells }) => (measureShare(cells, (cell) => cell.length > 30) > 0.3 ? 0.2 : 1)

/** Areas, words, and counts of sales. */
const isNoDocument = (cell: string) => /^\d+\.\d*[1-9]|^\D+$|^\d$/.test(cell)

const fits: Record<NameTarget, Fit> = {
  key: text,
  situsAddress: streetWhole,
  mailingAddress: streetWhole,
  'situs.number': shareFit(is.isHouseNumber, 0.6),
  'mailing.number': shareFit(is.isHouseNumber, 0.6),
  'situs.fraction': shortText,
  'situs.preDirection': shareFit(is.isDirection, 0.6),
  'mailing.preDirection': shareFit(is.isDirection, 0.6),
  'situs.street': streetName,
  'mailing.street': streetName,
  'situs.type': shareFit(is.isStreetType, 0.5),
  'mailing.type': shareFit(is.isStreetType, 0.5),
  'situs.postDirection': shareFit(is.isDirection, 0.6),
  'mailing.postDirection': shareFit(is.isDirection, 0.6),
  situsUnit: unit,
  'mailing.unit': unit,
  situsCity: city,
  mailingCity: city,
  situsZip: shareFit(is.isZip, 0.6),
  mailingZip: shareFit(is.isZip, 0.5),
  situsState: shareFit(is.isState, 0.7),
  mailingState: shareFit((cell) => findStateCode(cell) !== undefined, 0.6),
  mailingCityState: shareFit((cell) => is.isCityStateZip(cell) || is.isCityState(cell), 0.5),
  situsCityState: shareFit((cell) => is.isCityStateZip(cell) || is.isCityState(cell), 0.5),
  mailingCountry: shareFit(is.isCountry, 0.3),
  lat: degrees(13, 72),
  lng: degrees(-180, -64),
  subdivision: words,
  legalDescription: legal,
  ownerNames: names,
  taxpayerNames: names,
  secondOwner: names,
  sellerNames: names,
  buyerNames: names,
  isHomestead: homestead,
  useCode: code,
  useDescription: use,
  bedrooms: smallCount,
  bathrooms: number(0.5, 60),
  fullBaths: smallCount,
  halfBaths: smallCount,
  livingAreaSqft: number(100, 500_000),
  lotSqft: area,
  lotUnit: shortText,
  yearBuilt: year,
  effectiveYear: year,
  units: number(0.5, 1_000),
  stories: ({ numeric, median }) => (numeric < 0.3 ? 0.3 : median !== null && median > 60 ? 0.3 : 1),
  construction: ({ numeric, median }) => (numeric > 0.9 && median !== null && median > 100 ? 0 : 1),
  condition: text,
  zoning: ({ cells, distinct }) => (distinct > 0.6 && cells.length > 50 ? 0.2 : 1),
  assessedValue: money,
  marketValue: money,
  estimatedValue: money,
  landValue: money,
  improvementValue: money,
  valueRecordedOn: date,
  valueYear: rollYear,
  taxAmount: amount(1, 1e7),
  taxYear: rollYear,
  lastSaleDate: date,
  saleYear: year,
  // Or month and day, such as 1231.
  saleMonth: number(1, 1231),
  lastSalePrice: amount(0.5, 1e9),
  lastSaleDeedType: (profile, today) =>
    measureShare(profile.cells, (cell) => /\d{4}/.test(cell)) > 0.5 ? 0.1 : pieces(profile, today),
  lastSaleDocument: (profile, today) => (measureShare(profile.cells, isNoDocument) > 0.5 ? 0 : pieces(profile, today)),
  deedBook: shortText,
  deedPage: shortText,
  saleRecordedOn: date,
  previousSaleDate: date,
  previousSalePrice: amount(0.5, 1e9),
  armsLength: ({ cells }) => (new Set(cells).size > 60 ? 0.1 : 1),
  isVacant: flag,
  isMultiParcel: text,
  countyFips: shareFit((cell) => /^\d{5}$/.test(cell), 0.9),
}

/**
 * How well the cells of a column fit a target, from 0 (they are something else) to 1. An empty column neither speaks
 * for it nor against.
 */
export function fitValues(target: NameTarget, profile: ColumnProfile, today: string): number {
  if (profile.isGeometry) return 0
  if (profile.cells.length === 0) return profile.rows === 0 ? 0.9 : 0.7
  return fits[target](profile, today)
}
