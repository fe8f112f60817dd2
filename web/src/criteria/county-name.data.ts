import { filters } from '@dooryard/contract/filters'
import { useQuery } from '@tanstack/react-query'
import { liveQueryOf } from '../lib/query.ts'
import { nameOfCounty } from './county-names.ts'
import type { CountyName } from './words.ts'

const anHour = 60 * 60 * 1000

/** Names counties by their FIPS codes, once the server has said what they are called. */
export function useCountyName(fips: readonly string[] = []): CountyName {
  const values = [...new Set(fips)].sort()
  const { data } = useQuery({
    ...liveQueryOf(filters.counties, { query: { values: values.slice(0, 100), limit: 100 } }),
    staleTime: anHour,
    enabled: values.length > 0,
  })
  return (code) => data?.items.find(({ value }) => value === code)?.label ?? nameOfCounty(code)
}
