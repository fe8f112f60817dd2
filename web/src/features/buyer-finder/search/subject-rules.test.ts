import { expect, test } from 'vitest'
import { buildChoiceGroups } from './subject-rules.ts'

const address = {
  propertyId: '11',
  address: '1208 EXAMPLE ORCHARD LN',
  unit: null,
  city: 'NASHVILLE',
  state: 'TN',
  zip: '37209',
  lat: 36.15,
  lng: -86.85,
}
const noMatches = { addresses: [], cities: [], zips: [] }

test('choosing an address selects its property with its label', () => {
  const [group] = buildChoiceGroups('1208', { ...noMatches, addresses: [address] })
  expect(group).toMatchObject({
    label: 'Addresses',
    choices: [
      {
        label: '1208 Example Orchard Ln, Nashville, TN 37209',
        subject: { property: '11', lat: 36.15, label: '1208 Example Orchard Ln, Nashville, TN 37209' },
      },
    ],
  })
})

test('an address without a position cannot be chosen, with a reason', () => {
  const [group] = buildChoiceGroups('1208', { ...noMatches, addresses: [{ ...address, lat: null, lng: null }] })
  expect(group?.choices[0]?.subject).toBeUndefined()
  expect(group?.choices[0]?.note).toBe('Position unknown')
})

test('a place without data says so below all with data, and one without a position is not listed', () => {
  const cities = [
    { value: 'TN:NASHVILLE', label: 'Nashville, TN', count: 0, lat: 36, lng: -86 },
    { value: 'TN:NOWHERE', label: 'Nowhere, TN', count: 5 },
  ]
  const zips = [{ value: '37209', label: '37209', count: 7, lat: 36, lng: -86 }]
  expect(buildChoiceGroups('n', { ...noMatches, cities, zips })).toEqual([
    {
      label: 'ZIP codes',
      choices: [{ id: 'zips.37209', label: '37209', subject: { lat: 36, lng: -86, label: '37209' } }],
    },
    {
      label: 'Other places',
      choices: [
        {
          id: 'cities.TN:NASHVILLE',
          label: 'Nashville, TN',
          note: 'No data for this city yet',
          isEmpty: true,
          subject: { lat: 36, lng: -86, label: 'Nashville, TN' },
        },
      ],
    },
  ])
})

test('a typed position comes first', () => {
  const groups = buildChoiceGroups('36.1512, -86.8533', { ...noMatches, addresses: [address] })
  expect(groups.map(({ label }) => label)).toEqual(['Position', 'Addresses'])
  expect(groups[0]?.choices[0]).toMatchObject({ label: '36.1512, -86.8533', subject: { lat: 36.1512, lng: -86.8533 } })
})
