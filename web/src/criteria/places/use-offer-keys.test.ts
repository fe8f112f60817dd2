import { expect, test } from 'vitest'
import { firstOffer, isNamed } from './use-offer-keys.ts'

const groups = [
  {
    label: 'Counties',
    offers: [
      { id: 'a', label: 'Nowhere County', isOff: true },
      { id: 'b', label: 'Nashville County', isEmpty: true },
    ],
  },
  { label: 'Cities', offers: [{ id: 'c', label: 'Nashville, TN' }] },
]

test('Enter takes the first offer that finds anything', () => {
  expect(firstOffer(groups, 'nash')).toBe('c')
})

test('where nothing is found by any of them, Enter takes the first that can be picked', () => {
  expect(firstOffer(groups.slice(0, 1), 'nash')).toBe('b')
})

test('of an empty box Enter takes nothing, though there are offers', () => {
  expect(firstOffer(groups, ' ')).toBeUndefined()
})

test('Enter takes nothing away that is picked already, and nothing else in its place', () => {
  const picked = [
    {
      label: 'Cities',
      offers: [
        { id: 'c', label: 'Nashville, TN', isPicked: true },
        { id: 'd', label: 'Nashville, AR' },
      ],
    },
  ]
  expect(firstOffer(picked, 'nashville')).toBeUndefined()
})

test('an offer is called what it is typed as, in any case and as far as it is typed', () => {
  const offer = { id: 'c', label: 'Davidson County, TN' }
  expect(['davidson c', ' Davidson County ', ''].map((text) => isNamed(offer, text))).toEqual([true, true, true])
  expect(isNamed(offer, 'Davis')).toBe(false)
})
