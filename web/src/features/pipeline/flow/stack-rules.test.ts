import { Criteria } from '@dooryard/contract/criteria/criteria'
import { expect, test } from 'vitest'
import {
  adjustAtLeast,
  buildCriteria,
  formatStackMode,
  getRefusal,
  getSizeRefusal,
  groupChoices,
  includeDelivered,
} from './stack-rules.ts'

const buildSearch = (id: string, criteria: Criteria) => ({
  id,
  name: `Search ${id}`,
  criteria,
  criteriaSummary: {
    ...{ filters: 1, places: null, chosen: criteria.only?.propertyIds?.length ?? 0 },
    ...{ stacked: criteria.stack?.of.length ?? 0, excludesSearches: criteria.exclude?.savedSearchIds !== undefined },
  },
})
const landlords = buildSearch('1', { signals: { anyOf: ['TIRED_LANDLORD'] }, exclude: { delivered: true } })
const vacant = buildSearch('2', { signals: { anyOf: ['VACANT'] }, exclude: { propertyIds: ['7'] } })
const nested = buildSearch('3', { stack: { of: [{ criteria: {} }, { criteria: {} }], atLeast: 1 } })
const excludingOthers = buildSearch('4', { exclude: { savedSearchIds: ['0f5a7d52-8a8e-4c53-9d0b-6a1f4de0c7b1'] } })

test('a single search keeps its own criteria', () => {
  expect(buildCriteria([], 1)).toBeUndefined()
  expect(buildCriteria([nested], 4)).toBe(nested.criteria)
})

test('several searches form a valid stack that keeps their manual exclusions', () => {
  const criteria = buildCriteria([landlords, vacant], 9)
  expect(criteria).toEqual({
    stack: {
      of: [
        { name: 'Search 1', criteria: { signals: { anyOf: ['TIRED_LANDLORD'] } } },
        { name: 'Search 2', criteria: { signals: { anyOf: ['VACANT'] }, exclude: { propertyIds: ['7'] } } },
      ],
      atLeast: 2,
    },
  })
  expect(Criteria.parse(criteria)).toEqual(criteria)
})

test('a list is stacked like a search, and offered apart', () => {
  const listIds = ['0f5a7d52-8a8e-4c53-9d0b-6a1f4de0c7b2']
  const list = { ...buildSearch('5', { only: { listIds }, exclude: { delivered: false } }), isList: true as const }
  const criteria = buildCriteria([list, vacant], 2)
  expect(criteria?.stack?.of[0]).toEqual({ name: 'Search 5', criteria: { only: { listIds } } })
  expect(Criteria.parse(criteria)).toEqual(criteria)
  expect(groupChoices([list, vacant], []).map(({ label }) => label)).toEqual(['Saved searches', 'Lists'])
})

test('a search that cannot be stacked is used alone', () => {
  expect(getRefusal(nested, [])).toBeUndefined()
  expect(getRefusal(nested, [vacant])).toBe('Already a stack, so it goes alone')
  expect(getRefusal(excludingOthers, [vacant])).toBe('Excludes other searches, so it goes alone')
  expect(getRefusal(vacant, [nested])).toBe('“Search 3” goes alone')
  expect(getRefusal(vacant, [vacant])).toBe('Already selected')
  expect(getRefusal(vacant, [landlords])).toBeUndefined()
})

test('searches with too many exclusions together cannot be ordered, and the largest is named', () => {
  const excluding = (id: string, count: number) =>
    buildSearch(id, { exclude: { propertyIds: Array.from({ length: count }, (_, at) => String(at)) } })
  const [small, largest] = [excluding('5', 5_000), excluding('6', 6_000)]
  const refuse = (chosen: (typeof small)[]) => getSizeRefusal(chosen, buildCriteria(chosen, 1) ?? {})
  expect(refuse([small])).toBeUndefined()
  expect(refuse([small, vacant])).toBeUndefined()
  expect(refuse([small, largest])).toBe(
    'These filters name 11,000 single properties, and 10,000 is the most. Take some back, or set a filter that ' +
      'excludes them. Or remove a search from the stack: the largest is “Search 6”.',
  )
})

test('an eleventh search is rejected', () => {
  const ten = Array.from({ length: 10 }, (_, index) => buildSearch(`x${index}`, {}))
  expect(getRefusal(vacant, ten)).toBe('A stack has at most 10 searches')
})

test('"all of them" still means all when a search is added or removed', () => {
  expect(adjustAtLeast(2, 2, 3)).toBe(3)
  expect(adjustAtLeast(3, 3, 2)).toBe(2)
  expect(adjustAtLeast(2, 3, 2)).toBe(2)
  expect(adjustAtLeast(1, 1, 2)).toBe(1)
  expect(adjustAtLeast(1, 2, 0)).toBe(1)
})

test('manual exclusions stay when delivered leads are included', () => {
  expect(includeDelivered(vacant.criteria).exclude).toEqual({ propertyIds: ['7'], delivered: false })
})

test('each stack mode has its label', () => {
  expect([
    formatStackMode(1, 1),
    formatStackMode(1, 3),
    formatStackMode(2, 3),
    formatStackMode(3, 3),
    formatStackMode(2, 2),
  ]).toEqual(['In the search', 'In any of them', 'In at least 2 of them', 'In all of them', 'In both'])
})

test('searches that can be added come first, the others are grouped by reason', () => {
  const named = (searches: (typeof landlords)[], chosen: (typeof landlords)[]) =>
    groupChoices(searches, chosen).map((group) => [group.label, group.searches.map(({ id }) => id)])
  expect(named([nested, landlords, vacant], [])).toEqual([['Saved searches', ['3', '1', '2']]])
  expect(named([nested, landlords, excludingOthers, vacant], [landlords])).toEqual([
    ['Saved searches', ['2']],
    ['Already a stack, so it goes alone', ['3']],
    ['Already selected', ['1']],
    ['Excludes other searches, so it goes alone', ['4']],
  ])
  expect(named([landlords], [landlords])).toEqual([['Already selected', ['1']]])
  expect(named([], [])).toEqual([])
})
