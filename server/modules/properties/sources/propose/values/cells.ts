import { isState as isStateCode } from '../../../places/states.ts'

/** Cells that many publishers write where there is no value. */
const noValues = new Set(['', 'na', 'n/a', 'n.a.', 'null', 'none', 'nan', '<null>', '-', '--', 'unknown', 'nil'])

const longestNoValue = 7

export const isFilled = (cell: string) =>
  (cell.length > longestNoValue || !noValues.has(cell.toLowerCase())) && (cell[0] !== '*' || !/^\*+$/.test(cell))

export const isState = (cell: string) => isStateCode(cell.toUpperCase())

export const isZip = (cell: string) => /^'?\d{5}(?:[- ]?\d{0,4})?(?:\.0+|[-_' ]*)$/.test(cell)

// An expression takes the square of the length of a cell that is almost a number.
const maxNumberLength = 50

/** The number in a cell with thousands commas or a currency; null when the cell is none. */
export function toNumber(cell: string): number | null {
  if (cell.length > maxNumberLength) return null
  if (!/^[-+$\s(]*[\d,]*\.?\d+(?:e[-+]?\d+)?\)?\s*$|^[-+$\s(]*\d[\d,]*\.\s*$/i.test(cell)) return null
  const number = Number(cell.replaceAll(/[$,\s()]/g, ''))
  return Number.isFinite(number) ? number : null
}

const streetTypes = new Set(
  `ST AVE AV RD DR LN CT PL WAY BLVD CIR TER TERR PKWY HWY TRL SQ STREET AVENUE ROAD DRIVE LANE COURT PLACE BOULEVARD
   CIRCLE TERRACE PARKWAY HIGHWAY TRAIL SQUARE LOOP PIKE ALY ALLEY PATH RUN ROW CV COVE PT XING RTE ROUTE EXT TPKE PK
   PLZ WALK BND RDG HL HTS MNR`.split(/\s+/),
)

export const isStreetType = (cell: string) => streetTypes.has(cell.toUpperCase().replace(/\.$/, ''))

export const isDirection = (cell: string) =>
  /^(?:[NSEW]|[NS][EW]|NORTH|SOUTH|EAST|WEST|NORTH(?:EAST|WEST)|SOUTH(?:EAST|WEST))\.?$/i.test(cell)

/** A house number followed by a street, or a box. */
export const isStreetLine = (cell: string) =>
  /^\d+[\w/-]*(?:\s*[-&]\s*\d+)?\s+\S*[a-z]/i.test(cell) ||
  /^(?:p\.?\s*o\.?|post office|rural|rr|hc)\s*(?:box|\d|rt)/i.test(cell)

/** More than one word, of which one is a type of street. */
export function hasStreetType(cell: string): boolean {
  const words = cell.split(/[\s,.]+/).filter((word) => word !== '')
  return words.length > 1 && words.slice(1).some(isStreetType)
}

const cityStateZip = /^([a-z][a-z .'-]*?)[,\s]+([a-z]{2})[,.\s]+(\d{5}(?:[- ]?\d{0,4})?)$/i
const cityState = /^([a-z][a-z .'-]*?)[,\s]+([a-z]{2})\.?$/i

export const isCityStateZip = (cell: string) => isState(cityStateZip.exec(cell)?.[2] ?? '')
export const isCityState = (cell: string) => isState(cityState.exec(cell)?.[2] ?? '')

/** The state of a city, with a ZIP or without. */
export const findStateOfLine = (cell: string) => (cityStateZip.exec(cell) ?? cityState.exec(cell))?.[2] ?? ''

/** A street with its city, state or ZIP in the same cell. */
export const endsWithZip = (cell: string) => /\D[,\s]+\d{5}(?:-\d{4})?$/.test(cell) && !/box\s+\d+$/i.test(cell)

/** The state before the ZIP at the end of an address. */
export const findStateAtEnd = (cell: string) => /[,\s]([a-z]{2})[,\s]+\d{5}(?:-?\d{4})?$/i.exec(cell)?.[1] ?? ''

export const isCountry = (cell: string) =>
  /^(?:u\.?s\.?a?\.?|united states.*|canada|can|ca|mexico|germany|deu|china|chn|uk|gbr|united kingdom|israel|france)$/i.test(
    cell,
  )

export const isHouseNumber = (cell: string) => /^\d{1,6}(?:\.0+)?(?:\s*[-/& ]\s*\d+)?[a-z]?$/i.test(cell)

/** A suite or an apartment alone, as further lines of addresses have it. */
export const isUnitLine = (cell: string) =>
  /^(?:#|(?:suite|ste|apt|apartment|unit|floor|fl|bldg|building|room|rm|lot|trlr|space|spc|pmb)\b)\.?\s*#?\s*[\w-]+$/i.test(
    cell,
  )

export const isAddressee = (cell: string) => /^(?:c\/o|c o |attn|in care of|%)/i.test(cell)

export const isName = (cell: string) => /[a-z]{2}/i.test(cell) && !/^\d/.test(cell) && !isState(cell)

/** Words of a legal description: lots, blocks, sections, metes and bounds. */
export const isLegal = (cell: string) =>
  /\b(?:lots?|lt|bl(?:oc)?k|sec(?:tion)?|subd?|tract|plat|phase|acres?|[ns][ew] ?1?\/?4|t\d+[ns]|r\d+[ew]|beg|com+ (?:at|in)|thence)\b/i.test(
    cell,
  ) && /\d/.test(cell)

export const isWords = (cell: string) => /[a-z]{3}/i.test(cell)

export const isYesNo = (cell: string) =>
  /^(?:y|n|yes|no|t|f|true|false|0|1|full|partial|none|homestead|non-?homestead)$/i.test(cell)

export const isGeometry = (cell: string) =>
  /^(?:MULTI)?(?:POLYGON|POINT|LINESTRING)\s*Z?M?\s*\(/i.test(cell) ||
  /^\{\s*"(?:type|coordinates|rings)"/.test(cell) ||
  /^\[\s*\[/.test(cell) ||
  /^[0-9A-F]{100,}$/i.test(cell)

export const isIdentity = (cell: string) =>
  /^\{?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\}?$/i.test(cell)
