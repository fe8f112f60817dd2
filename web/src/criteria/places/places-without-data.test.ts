import { expect, test } from 'vitest'
import { formatNoData, formatNoDataTitle, splitByData } from './places-without-data.ts'
import { formatNoDataNames } from './uncovered-places.data.ts'

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

test('an empty result names what has no data: a county, several of a kind, or places', () => {
  const [butte, nash] = [
    { kind: 'counties', label: 'Butte County, CA' },
    { kind: 'counties', label: 'Nash County, NC' },
  ] as const
  const zip = { kind: 'zips', label: '95926 Chico, CA' } as const
  expect([[butte], [zip], [butte, nash], [butte, zip]].map(formatNoDataTitle)).toEqual([
    'No data for this county yet',
    'No data for this ZIP yet',
    'No data for these counties yet',
    'No data for these places yet',
  ])
  expect(formatNoDataNames([butte, nash])).toBe('No data for Butte County, CA and Nash County, NC yet')
})
