import { expect, test } from 'vitest'
import { formatNoData, splitByData } from './places-without-data.ts'

test('a place without data is listed below all places with data, and says so', () => {
  const nash = { value: '37127', label: 'Nash County, NC', count: 0 }
  const nashville = { value: 'TN:NASHVILLE', label: 'Nashville, TN', count: 9 }
  const { groups, withoutData } = splitByData([
    { kind: 'counties', items: [nash] },
    { kind: 'cities', items: [nashville, { value: 'AR:NASHVILLE', label: 'Nashville, AR' }] },
  ])
  expect(groups.flatMap(({ items }) => items.map(({ label }) => label))).toEqual(['Nashville, TN', 'Nashville, AR'])
  expect(withoutData).toEqual([{ kind: 'counties', ...nash }])
  expect(formatNoData('counties')).toBe('No data for this county yet')
})
