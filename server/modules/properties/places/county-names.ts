import { country } from './country.ts'
import { retiredCountyName } from './county-vintages.ts'
import { stateOfCounty } from './states.ts'

/** `Davidson County, TN`; what a state calls its counties is kept. A code that never was stays a code. */
export function countyName(fips: string): string {
  const state = stateOfCounty(fips)
  const name = country().counties.get(fips)?.name ?? retiredCountyName(fips)
  return name ? `${name}${kindOf(fips, state)}, ${state}` : `County ${fips}`
}

function kindOf(fips: string, state: string): string {
  if (state === 'LA') return ' Parish'
  if (state === 'CT' && fips >= '09110') return ' Region'
  if (state === 'PR') return ' Municipio'
  // Independent cities of Virginia, Maryland, Missouri and Nevada have the codes from 510 on.
  const isCity = fips.slice(2) >= '510' && ['VA', 'MD', 'MO', 'NV'].includes(state)
  if (isCity || ['DC', 'AK', 'AS', 'GU', 'MP', 'VI'].includes(state)) return ''
  return ' County'
}
