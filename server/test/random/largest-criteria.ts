import type { Criteria } from '@dooryard/contract/criteria/criteria'

const tenThousandIds = Array.from({ length: 10_000 }, (_, at) => String(10n ** 19n + BigInt(at)))
/** The one city that exists has leads to order. */
const cities = [
  'TN:NASHVILLE',
  ...Array.from({ length: 999 }, (_, at) => `TN:${`SAMPLETON SPRINGS ${at} `.padEnd(85, 'X')}`),
]

/** Criteria near the storage limit: 92 kB of places, and 10,000 excluded properties with the longest ids. */
export const largestCriteria: Criteria = { location: { cities }, exclude: { propertyIds: tenThousandIds } }

const longCities = Array.from({ length: 1_000 }, (_, at) => `TN:${`SAMPLETON SPRINGS ${at} `.padEnd(690, 'X')}`)

/** The largest criteria that could be stored before there was a limit: 0.93 MB, with the ids among the filters. */
export const largestLegacyCriteria: Criteria = { ...largestCriteria, location: { cities: longCities } }
