import { getCountry } from '../../../places/country.ts'
import { getCountyName } from '../../../places/county-names.ts'
import { getCountyState } from '../../../places/states.ts'
import type { SampleRows } from '../../../sources/preview-fields.ts'
import { usualLimits } from './usual-ranges.ts'

export type NamedCounties = { column: string; counties: { name: string; share: number }[] }

const countyHeader = /FIPS|COUNTY|CNTY|^CO_?(?:NAME|NM|CODE|CD)$|^CO$|GEOID/i
const otherHeader = /MAIL|OWN|TAX|TAXES|VALUE|LINK|URL/i
/** Of the filled cells, at least so many have to be counties: a column of districts has numbers too. */
const minCounties = 0.9

/** A column of a table whose first rows name other counties than the given one, with their shares. */
export function findNamedCounties({ header, rows }: Omit<SampleRows, 'id'>, countyFips: string): NamedCounties | null {
  for (const [at, column] of header.entries()) {
    if (!countyHeader.test(column) || otherHeader.test(column)) continue
    const cells = rows.map((row) => row[at]?.trim() ?? '').filter((cell) => cell !== '')
    const find = createCountyLookup(column, countyFips)
    const found = cells.flatMap((cell) => find(cell) ?? [])
    const others = found.filter((fips) => fips !== countyFips)
    if (cells.length === 0 || found.length / cells.length < minCounties) continue
    if (others.length / cells.length <= usualLimits.otherCounties) continue
    const counties = [...Map.groupBy(others, (fips) => fips)]
      .map(([fips, hits]) => ({ name: getCountyName(fips), share: hits.length / cells.length }))
      .sort((a, b) => b.share - a.share || a.name.localeCompare(b.name))
    return { column, counties }
  }
  return null
}

const suffix = / (?:COUNTY|PARISH|BOROUGH|MUNICIPIO)$/

/** Reads a FIPS code of five digits, one of three in a column of such codes, or a name of the same state. */
function createCountyLookup(column: string, countyFips: string): (cell: string) => string | undefined {
  const { counties } = getCountry()
  const state = getCountyState(countyFips)
  const byName = new Map<string, string>()
  for (const { fips, name } of counties.values())
    if (getCountyState(fips) === state) byName.set(name.toUpperCase(), fips)
  const hasShortCodes = /FIPS/i.test(column)
  return (cell) => {
    if (/^\d{4,5}$/.test(cell)) return known(cell.padStart(5, '0'))
    if (/^\d{1,3}$/.test(cell)) return hasShortCodes ? known(countyFips.slice(0, 2) + cell.padStart(3, '0')) : undefined
    return byName.get(cell.toUpperCase().replace(suffix, ''))
  }
  function known(fips: string) {
    return counties.has(fips) ? fips : undefined
  }
}
