import { expect, test } from 'vitest'
import { toLocation } from './finder-link.tsx'

const listFips = (state: string, count: number) =>
  Array.from({ length: count }, (_, at) => `${state}${String(2 * at + 1).padStart(3, '0')}`)

test('the link to the finder has the counties that were loaded, and the states of very many', () => {
  expect(toLocation({ countyFips: [], counties: [] })).toBeUndefined()
  const two = { countyFips: ['55001', '55003'], counties: ['Adams County, WI', 'Ashland County, WI'] }
  expect(toLocation(two)).toEqual({ counties: ['55001', '55003'] })
  const countyFips = [...listFips('48', 90), ...listFips('22', 20)]
  const counties = countyFips.map((fips) => (fips.startsWith('48') ? 'Sample County, TX' : 'Sample Parish, LA'))
  expect(toLocation({ countyFips, counties })).toEqual({ states: ['LA', 'TX'] })
})
