import type { CheckReport } from '@dooryard/contract/data/sources/county-check'
import { type CountyShape, type Position, readAtlas } from '../../places/atlas.ts'
import { getCountyName } from '../../places/county-names.ts'

export type LocatedPositions = Pick<CheckReport, 'insideShare' | 'outline'> & {
  otherCounty: { name: string; share: number } | null
}

let atlas: Map<string, CountyShape> | undefined

/** Read on the first check, about 0.1 s. */
function getAtlas(): Map<string, CountyShape> {
  atlas ??= new Map(readAtlas().map((county) => [county.fips, county]))
  return atlas
}

/** Looks where positions lie: in the named county, or in which other one most of the rest do. */
export function locatePositions(positions: readonly Position[], countyFips: string | null): LocatedPositions {
  const county = countyFips === null ? undefined : getAtlas().get(countyFips)
  if (!county) return { insideShare: null, outline: [], otherCounty: null }
  const outside = positions.filter((at) => !county.contains(at))
  const outline = county.outline()
  if (positions.length === 0) return { insideShare: null, outline, otherCounty: null }
  return {
    insideShare: 1 - outside.length / positions.length,
    outline,
    otherCounty: findOtherCounty(outside, positions.length),
  }
}

// A few are enough to name the county; each is looked for in all 3,142.
const maxLooked = 50

function findOtherCounty(outside: readonly Position[], total: number): LocatedPositions['otherCounty'] {
  const looked = outside.slice(0, maxLooked)
  const found = looked.flatMap((at) => [...getAtlas().values()].find((county) => county.contains(at))?.fips ?? [])
  const byCounty = [...Map.groupBy(found, (fips) => fips)].sort(([, a], [, b]) => b.length - a.length)
  const [first] = byCounty
  if (!first) return null
  const [fips, hits] = first
  return { name: getCountyName(fips), share: (hits.length / looked.length) * (outside.length / total) }
}
