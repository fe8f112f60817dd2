import { SimpleFaker } from '@faker-js/faker'

export const marketToday = '2026-10-15'
export const center = { lat: 36.16, lng: -86.78 }

export type MarketHome = {
  source: string
  property_id: string
  state: string
  county_fips: string
  address: string
  zip: string
  asset_sub_group: string
  lat: number | null
  lng: number | null
  living_area_sqft: number | null
  lot_sqft: number | null
  year_built: number | null
  bedrooms: number | null
  bathrooms: number | null
}

/** A home in the middle of the market, unless it says otherwise. */
export const makeHome = (at: number, change: Partial<MarketHome> = {}): MarketHome => ({
  ...{ source: 'example-rolls', property_id: String(8_000 + at), state: 'TN', county_fips: '47037', ...center },
  ...{ address: `${at} EXAMPLE ORCHARD LN`, zip: '37209', asset_sub_group: 'SINGLE_FAMILY' },
  ...{ living_area_sqft: 1_600, lot_sqft: 8_000, year_built: 1980, bedrooms: 3, bathrooms: 2 },
  ...change,
})

/** What a home of this market is worth on a day, in years before today: prices rise 5% a year and to the north. */
export const getTrueValue = (home: MarketHome, years = 0): number =>
  320_000 *
  ((home.living_area_sqft ?? 1_600) / 1_600) ** 0.8 *
  ((home.lot_sqft ?? 8_000) / 8_000) ** 0.1 *
  Math.exp(((home.year_built ?? 1980) - 1980) * 0.004) *
  Math.exp(((home.lat ?? center.lat) - center.lat) * 4) *
  1.05 ** -years

export const makeDeed = (
  { living_area_sqft, lot_sqft, year_built, bedrooms, bathrooms, address, zip, asset_sub_group, ...home }: MarketHome,
  change: { recorded_on: string; price: number; is_multi_parcel?: boolean; arms_length?: boolean | null },
) => ({ ...home, document: '', is_multi_parcel: false, arms_length: null, ...change })

/** Homes within about two miles of the center, each sold once within three years for its value, give or take a tenth. */
export function makeMarket(count: number, change: Partial<MarketHome> = {}) {
  const random = new SimpleFaker({ seed: 5 })
  const spread = (width: number) => (random.number.float() - 0.5) * width
  const homes = Array.from({ length: count }, (_, at) =>
    makeHome(at, {
      ...{ lat: center.lat + spread(0.05), lng: center.lng + spread(0.06) },
      ...{
        living_area_sqft: Math.round(1_600 * Math.exp(spread(0.9))),
        lot_sqft: Math.round(8_000 * Math.exp(spread(1))),
      },
      year_built: 1980 + Math.round(spread(60)),
      ...change,
    }),
  )
  const deeds = homes.map((home) => {
    const days = 5 + Math.floor(random.number.float() * 1_000)
    const price = Math.round(getTrueValue(home, days / 365.25) * Math.exp(spread(0.2)))
    return makeDeed(home, { recorded_on: subtractDays(marketToday, days), price })
  })
  return { homes, deeds }
}

const subtractDays = (day: string, days: number) =>
  new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10)
