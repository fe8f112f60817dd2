import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { stateOfCounty } from './states.ts'

type Atlas = { objects: { counties: { geometries: { id: string; properties: { name: string } }[] } } }

// Connecticut's planning regions took the place of its counties in 2022; the atlas still draws the counties.
const planningRegions: [string, string][] = [
  ['09110', 'Capitol'],
  ['09120', 'Greater Bridgeport'],
  ['09130', 'Lower Connecticut River Valley'],
  ['09140', 'Naugatuck Valley'],
  ['09150', 'Northeastern Connecticut'],
  ['09160', 'Northwest Hills'],
  ['09170', 'South Central Connecticut'],
  ['09180', 'Southeastern Connecticut'],
  ['09190', 'Western Connecticut'],
]

let names: Map<string, string> | undefined

function readNames(): Map<string, string> {
  const path = fileURLToPath(import.meta.resolve('us-atlas/counties-10m.json'))
  const atlas: Atlas = JSON.parse(readFileSync(path, 'utf8'))
  const counties = atlas.objects.counties.geometries.map(({ id, properties }): [string, string] => [
    id,
    properties.name,
  ])
  return new Map([...counties, ...planningRegions])
}

/** `Davidson County, TN`; what a state calls its counties is kept. */
export function countyName(fips: string): string {
  names ??= readNames()
  const name = names.get(fips)
  const state = stateOfCounty(fips)
  return name ? `${name}${kindOf(fips, state)}, ${state}` : `County ${fips}`
}

function kindOf(fips: string, state: string): string {
  if (state === 'LA') return ' Parish'
  if (state === 'CT' && fips >= '09110') return ' Region'
  if (state === 'PR') return ' Municipio'
  // Independent cities of Virginia, Maryland, Missouri and Nevada have the codes from 510 on.
  const isCity = fips.slice(2) >= '510' && ['VA', 'MD', 'MO', 'NV'].includes(state)
  if (isCity || state === 'DC' || state === 'AK') return ''
  return ' County'
}
