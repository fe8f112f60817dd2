import { type CountyShape, readAtlas } from '../places/atlas.ts'
import { getCountry } from '../places/country.ts'

/** The demo counties are real; everything about them is made up except these ZIPs and the typical house value. */
const counties = [
  {
    fips: '04013', // Maricopa AZ
    areaCodes: ['602', '480'],
    weight: 2.9,
    typicalValue: 455_000,
    assessedShare: 1,
    zips: `85003 85008 85016 85018 85022 85032 85041 85044 85051 85085 85142 85202 85204 85207 85225 85248 85251 85254
      85260 85281 85295 85301 85308 85323 85338 85345 85374 85396`,
  },
  {
    fips: '53033', // King WA
    areaCodes: ['206', '425'],
    weight: 2,
    typicalValue: 790_000,
    assessedShare: 1,
    zips: `98002 98004 98006 98011 98023 98027 98031 98033 98038 98042 98052 98055 98074 98103 98105 98112 98115 98117
      98118 98122 98133 98144 98155 98168 98198`,
  },
  {
    fips: '12057', // Hillsborough FL
    areaCodes: ['813'],
    weight: 1.7,
    typicalValue: 385_000,
    assessedShare: 0.9,
    zips: `33510 33511 33534 33547 33549 33563 33569 33572 33579 33594 33603 33604 33606 33609 33611 33614 33617 33618
      33624 33647`,
  },
  {
    fips: '39049', // Franklin OH
    areaCodes: ['614'],
    weight: 1.3,
    typicalValue: 285_000,
    assessedShare: 0.8,
    zips: `43016 43026 43054 43068 43081 43085 43119 43123 43125 43201 43204 43206 43209 43213 43214 43221 43224 43229
      43230 43235`,
  },
  {
    fips: '47037', // Davidson TN
    areaCodes: ['615'],
    weight: 1.1,
    typicalValue: 430_000,
    assessedShare: 0.8,
    zips: `37013 37072 37076 37115 37138 37203 37204 37205 37206 37207 37208 37209 37211 37214 37215 37216 37217 37218
      37221`,
  },
  {
    fips: '37183', // Wake NC
    areaCodes: ['919'],
    weight: 1,
    typicalValue: 440_000,
    assessedShare: 1,
    zips: `27502 27511 27513 27519 27526 27529 27540 27545 27560 27587 27591 27597 27603 27604 27606 27609 27610 27612
      27614 27616`,
  },
]

export const demoCountyFips: readonly string[] = counties.map(({ fips }) => fips).sort()

export const demoAreaCodes: readonly string[] = counties.flatMap(({ areaCodes }) => areaCodes)

export type DemoCounty = ReturnType<typeof readDemoCounties>[number]
export type DemoZip = DemoCounty['zips'][number]

export function readDemoCounties() {
  const shapes = new Map(readAtlas().map((shape) => [shape.fips, shape]))
  return counties.map(({ zips, ...county }) => ({
    ...county,
    shape: requireShape(shapes.get(county.fips)),
    zips: zips.split(/\s+/).map((zip) => {
      const known = getCountry().zips.get(zip)
      if (!known) throw new Error(`There is no ZIP ${zip}.`)
      return { ...known, city: known.city.toUpperCase() }
    }),
  }))
}

function requireShape(shape: CountyShape | undefined): CountyShape {
  if (!shape) throw new Error('The atlas does not have the county.')
  return shape
}
