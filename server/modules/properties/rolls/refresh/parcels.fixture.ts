const columns = ['apn', 'county_fips', 'address', 'city', 'zip', 'owner_1', 'year_built', 'market_value', 'sale_date']

export type Parcel = Partial<Record<'owner' | 'built' | 'value' | 'sold', string>>

/** A file with our own headers: parcels by number, all alike where nothing else is said. */
export const makeFile = (parcels: Readonly<Record<string, Parcel>>, header = columns): string => {
  const lines = Object.entries(parcels).map(
    ([apn, { owner = 'TESTWELL AVERY', built = '1962', value = '412000', sold = '2019-05-14' }]) =>
      `${apn},47037,${apn} EXAMPLE ORCHARD LN,NASHVILLE,37209,${owner},${built},${value},${sold}`,
  )
  return [header.join(','), ...lines].join('\n')
}

export const makeParcels = (count: number, from = 1): Record<string, Parcel> =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`P${from + at}`, {}]))
