import type { CheckReport } from '@dooryard/contract/data/sources/county-check'
import { type CountyShape, type Position, readAtlas } from '../../places/atlas.ts'
import { getCountyName } from '../../places/county-names.ts'
import { listEquivalentCounties } from '../../places/county-vintages.ts'

export type LocatedPositions = Pick<CheckReport, 'insideShare' | 'outline' | 'places'>

type Box = { south: number; north: number; west: number; east: number }
type Atlas = ReadonlyMap<string, { county: CountyShape; box: Box }>

let atlas: Atlas | undefined

/** Read on the first check, with the box of each outline, which spares most points the search for its side. */
function getAtlas(): Atlas {
  atlas ??= new Map(readAtlas().map((county) => [county.fips, { county, box: findBox(county) }]))
  return atlas
}

function findBox(county: CountyShape): Box {
  const box = { south: 90, north: -90, west: 180, east: -180 }
  for (const [lng, lat] of county.outline().flat(2)) {
    box.south = Math.min(box.south, lat)
    box.north = Math.max(box.north, lat)
    box.west = Math.min(box.west, lng)
    box.east = Math.max(box.east, lng)
  }
  return box
}

const isInBox = ({ lat, lng }: Position, { south, north, west, east }: Box) =>
  lat >= south && lat <= north && lng >= west && lng <= east

/** The county of a position; null outside the country, and off its coast. */
function findCounty(at: Position): string | null {
  for (const [fips, { county, box }] of getAtlas()) if (isInBox(at, box) && county.contains(at)) return fips
  return null
}

const maxPlaces = 6

/** Looks where positions lie: which share in the named county, and where the others. */
export function locatePositions(positions: readonly Position[], countyFips: string | null): LocatedPositions {
  // A planning region of Connecticut is not in the atlas: it has towns of one county or several.
  const named = countyFips === null ? [] : listEquivalentCounties(countyFips).flatMap(findDrawn)
  const isInside = (at: Position) => named.some((county) => county.contains(at))
  const found = positions.map((at) => (isInside(at) ? countyFips : findCounty(at)))
  const places = [...Map.groupBy(found, (fips) => fips)]
    .map(([fips, hits]) => ({
      name: fips === null ? 'Outside all counties' : getCountyName(fips),
      share: hits.length / positions.length,
    }))
    .sort((a, b) => b.share - a.share || a.name.localeCompare(b.name))
    .slice(0, maxPlaces)
  const inside = found.filter((fips) => fips !== null && fips === countyFips).length
  return {
    insideShare: named.length > 0 && positions.length > 0 ? inside / positions.length : null,
    outline: named.flatMap((county) => county.outline()),
    places,
  }
}

const findDrawn = (fips: string) => getAtlas().get(fips)?.county ?? []
