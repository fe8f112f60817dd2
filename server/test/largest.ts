import type { Criteria } from '@dooryard/contract/criteria'

const tenThousand = Array.from({ length: 10_000 }, (_, at) => String(10n ** 19n + BigInt(at)))
const cities = Array.from({ length: 1_000 }, (_, at) => `TN:${`SAMPLETON SPRINGS ${at} `.padEnd(85, 'X')}`)

/** Criteria about as large as can be stored: 92 kB of places, and 10,000 properties left out, of the longest ids. */
export const largestCriteria: Criteria = { location: { cities }, exclude: { propertyIds: tenThousand } }

const longCities = Array.from({ length: 1_000 }, (_, at) => `TN:${`SAMPLETON SPRINGS ${at} `.padEnd(690, 'X')}`)

/** Criteria as large as could be stored before there was a limit: 0.93 MB, with the ids among the filters. */
export const largestCriteriaOfBefore: Criteria = { ...largestCriteria, location: { cities: longCities } }
