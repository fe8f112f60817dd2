import { afterEach, expect, test, vi } from 'vitest'
import { api } from '../../lib/api/api.ts'
import { fetchUncoveredPlaces } from './uncovered-places.data.ts'

afterEach(() => vi.restoreAllMocks())

test('each of more places than one request names is looked up', async () => {
  const call = vi.spyOn(api, 'call').mockImplementation(async (_, input) => {
    const { values = ['TN'] } = (input as { query: { values?: string[] } }).query
    return { items: values.map((value) => ({ value, label: value, parent: 'CA', count: value === '90042' ? 7 : 0 })) }
  })
  const zips = Array.from({ length: 101 }, (_, at) => String(90_000 + at))
  const chosen = { states: ['TN'], counties: [], cities: [], zips }
  const places = await fetchUncoveredPlaces(chosen, new AbortController().signal)
  expect(places.map(({ value }) => value)).toEqual(['TN', ...zips.filter((zip) => zip !== '90042')])
  expect(call).toHaveBeenCalledTimes(3)
})
