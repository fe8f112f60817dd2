import type { SavedSearch } from '@dooryard/contract/saved-searches'
import { expect, test } from 'vitest'
import { emptyDraft, withFilters } from './draft.ts'
import { isEdited, toDraftChange } from './saved-search.ts'

const [one, two, three] = ['a', 'b', 'c'].map((digit) => `0f5a7d52-8a8e-4c53-9d0b-6a1f4de0c7${digit}1`)
const search = (criteria: SavedSearch['criteria']): SavedSearch => ({
  id: one as string,
  name: 'Absentee',
  criteria,
  criteriaSummary: { filters: 1, places: null, stacked: 0, chosen: 0, excludesSearches: false },
  isDefault: false,
  lastCount: null,
  lastCountAt: null,
  visitedAt: null,
  emailChanges: false,
  createdAt: '2026-11-02T09:30:00.000Z',
  updatedAt: '2026-11-02T09:30:00.000Z',
})
const absentee = { owner: { occupancies: ['ABSENTEE_IN_STATE' as const] } }

test('picking a saved search takes its filters in place of those there were', () => {
  const draft = { ...emptyDraft(), criteria: { location: { states: ['TN'] } } }
  const { criteria } = toDraftChange(search(absentee), draft)
  expect(criteria).toEqual(absentee)
})

test('whom both leave out stays left out, but for the search itself', () => {
  const draft = { ...emptyDraft(), criteria: { exclude: { delivered: false, savedSearchIds: [one, two] as string[] } } }
  const { criteria } = toDraftChange(search({ ...absentee, exclude: { savedSearchIds: [three as string] } }), draft)
  expect(criteria).toEqual({ ...absentee, exclude: { delivered: false, savedSearchIds: [two, three] } })
  const alone = { ...emptyDraft(), criteria: { exclude: { savedSearchIds: [one as string] } } }
  expect(toDraftChange(search(absentee), alone).criteria).toEqual(absentee)
})

test('it counts as edited once a filter differs, whatever their order and whoever is left out', () => {
  const picked = {
    ...emptyDraft(),
    ...toDraftChange(search({ ...absentee, property: { units: { min: 2, max: 4 } } }), emptyDraft()),
  }
  expect(isEdited(picked)).toBe(false)
  const reordered = { property: { units: { max: 4, min: 2 } }, ...absentee, exclude: { delivered: false } }
  expect(isEdited({ ...picked, criteria: reordered })).toBe(false)
  expect(isEdited({ ...picked, criteria: absentee })).toBe(true)
  expect(isEdited({ ...emptyDraft(), criteria: absentee })).toBe(false)
})

test('clearing the filters leaves whom to leave out', () => {
  expect(withFilters({ ...absentee, exclude: { delivered: false } }, {})).toEqual({ exclude: { delivered: false } })
})
