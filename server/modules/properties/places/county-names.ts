import { getCountry } from './country.ts'
import { getRetiredCountyName } from './county-vintages.ts'
import { getCountyState } from './states.ts'

/** `Davidson County, TN`, with the state's own term for counties. An unknown code is returned unchanged. */
export function getCountyName(fips: string): string {
  const state = getCountyState(fips)
  const name = getCountry().counties.get(fips)?.name ?? getRetiredCountyName(fips)
  return name ? `${name}${getCountySuffix(fips, state)}, ${state}` : `County ${fips}`
}

function getCountySuffix(fips: string, state: string): string {
  if (state === 'LA') return ' Parish'
  if (state === 'CT' && fips >= '09110') return ' Region'
  if (state === 'PR') return ' Municipio'
  // Independent cities of Virginia, Maryland, Missouri and Nevada have the codes from 510 on.
  const isCity = fips.slice(2) >= '510' && ['VA', 'MD', 'MO', 'NV'].includes(state)
  if (isCity || ['DC', 'AK', 'AS', 'GU', 'MP', 'VI'].includes(state)) return ''
  return ' County'
}
