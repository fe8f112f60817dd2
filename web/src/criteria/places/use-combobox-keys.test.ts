import { expect, test } from 'vitest'
import { getFirstSuggestion, isMatchingSuggestion } from './use-combobox-keys.ts'

const groups = [
  {
    label: 'Counties',
    suggestions: [
      { id: 'a', label: 'Nowhere County', isOff: true },
      { id: 'b', label: 'Nashville County', isEmpty: true },
    ],
  },
  { label: 'Cities', suggestions: [{ id: 'c', label: 'Nashville, TN' }] },
]

test('Enter picks the first suggestion with matches', () => {
  expect(getFirstSuggestion(groups, 'nash')).toBe('c')
})

test('when no suggestion has matches, Enter picks the first enabled one', () => {
  expect(getFirstSuggestion(groups.slice(0, 1), 'nash')).toBe('b')
})

test('Enter picks nothing while the input is empty', () => {
  expect(getFirstSuggestion(groups, ' ')).toBeUndefined()
})

test('Enter does not remove a picked suggestion, and picks no other instead', () => {
  const picked = [
    {
      label: 'Cities',
      suggestions: [
        { id: 'c', label: 'Nashville, TN', isPicked: true },
        { id: 'd', label: 'Nashville, AR' },
      ],
    },
  ]
  expect(getFirstSuggestion(picked, 'nashville')).toBeUndefined()
})

test('a text matches a suggestion if it is part of its label, ignoring case', () => {
  const suggestion = { id: 'c', label: 'Davidson County, TN' }
  expect(['davidson c', ' Davidson County ', ''].map((text) => isMatchingSuggestion(suggestion, text))).toEqual([
    true,
    true,
    true,
  ])
  expect(isMatchingSuggestion(suggestion, 'Davis')).toBe(false)
})
