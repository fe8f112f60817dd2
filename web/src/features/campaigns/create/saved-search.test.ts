import type { SavedSearch } from '@dooryard/contract/properties/saved-searches'
import { expect, test } from 'vitest'
import { createEmptyDraft, replaceFilters } from './campaign-draft.ts'
import { isEdited, toDraftChange } from './saved-search.ts'

const [one, two, three] = ['a', 'b', 'c'].map((digit) => `0f5a7d52-8a8e-4c53-9d0b-6a1f4de0c7${digit}1`)
const buildSearch = (criteria: SavedSearch['criteria']): SavedSearch => ({
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

test('applying a saved search replaces the existing filters', () => {
  const draft = { ...createEmptyDraft(), criteria: { location: { states: ['TN'] } } }
  const { criteria } = toDraftChange(buildSearch(absentee), draft)
  expect(criteria).toEqual(absentee)
})

test('the exclusions of both are kept, except for the search itself', () => {
  const draft = {
    ...createEmptyDraft(),
    criteria: { exclude: { delivered: false, savedSearchIds: [one, two] as string[] } },
  }
  const { criteria } = toDraftChange(
    buildSearch({ ...absentee, exclude: { savedSearchIds: [three as string] } }),
    draft,
  )
  expect(criteria).toEqual({ ...absentee, exclude: { delivered: false, savedSearchIds: [two, three] } })
  const alone = { ...createEmptyDraft(), criteria: { exclude: { savedSearchIds: [one as string] } } }
  expect(toDraftChange(buildSearch(absentee), alone).criteria).toEqual(absentee)
})

test('the suppression lists, orders and campaigns excluded by both are joined', () => {
  const draft = {
    ...createEmptyDraft(),
    criteria: { exclude: { suppressionListIds: [two, three], orderIds: [one] } } as SavedSearch['criteria'],
  }
  const exclude = { suppressionListIds: [three, one], campaignIds: [two] } as SavedSearch['criteria']['exclude']
  const { criteria } = toDraftChange({ ...buildSearch({ ...absentee, exclude }), id: 'another' }, draft)
  expect(criteria).toEqual({
    ...absentee,
    exclude: { suppressionListIds: [two, three, one], orderIds: [one], campaignIds: [two] },
  })
})

test('the search counts as edited when a filter differs, regardless of order and exclusions', () => {
  const picked = {
    ...createEmptyDraft(),
    ...toDraftChange(buildSearch({ ...absentee, property: { units: { min: 2, max: 4 } } }), createEmptyDraft()),
  }
  expect(isEdited(picked)).toBe(false)
  const reordered = { property: { units: { max: 4, min: 2 } }, ...absentee, exclude: { delivered: false } }
  expect(isEdited({ ...picked, criteria: reordered })).toBe(false)
  expect(isEdited({ ...picked, criteria: absentee })).toBe(true)
  expect(isEdited({ ...createEmptyDraft(), criteria: absentee })).toBe(false)
})

test('clearing the filters keeps the exclusions', () => {
  expect(replaceFilters({ ...absentee, exclude: { delivered: false } }, {})).toEqual({ exclude: { delivered: false } })
})
