import { Criteria } from '@dooryard/contract/criteria'
import { expect, test } from 'vitest'
import {
  atLeastAfter,
  buildCriteria,
  formatStackMode,
  getRefusal,
  getSizeRefusal,
  groupChoices,
  withDelivered,
} from './stack-rules.ts'

const search = (id: string, criteria: Criteria) => ({
  id,
  name: `Search ${id}`,
  criteria,
  criteriaSummary: {
    ...{ filters: 1, places: null, chosen: criteria.only?.propertyIds.length ?? 0 },
    ...{ stacked: criteria.stack?.of.length ?? 0, excludesSearches: criteria.exclude?.savedSearchIds !== undefined },
  },
})
const landlords = search('1', { signals: { anyOf: ['TIRED_LANDLORD'] }, exclude: { delivered: true } })
const vacant = search('2', { signals: { anyOf: ['VACANT'] }, exclude: { propertyIds: ['7'] } })
const nested = search('3', { stack: { of: [{ criteria: {} }, { criteria: {} }], atLeast: 1 } })
const lessOthers = search('4', { exclude: { savedSearchIds: ['0f5a7d52-8a8e-4c53-9d0b-6a1f4de0c7b1'] } })

test('one search is its own criteria, whatever they are', () => {
  expect(buildCriteria([], 1)).toBeUndefined()
  expect(buildCriteria([nested], 4)).toBe(nested.criteria)
})

test('several searches are a stack that the contract takes, with what each leaves out by hand', () => {
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

test('a search that cannot be stacked is taken alone, and nothing beside it', () => {
  expect(getRefusal(nested, [])).toBeUndefined()
  expect(getRefusal(nested, [vacant])).toBe('Is a stack itself, so it goes alone')
  expect(getRefusal(lessOthers, [vacant])).toBe('Excludes other searches, so it goes alone')
  expect(getRefusal(vacant, [nested])).toBe('“Search 3” goes alone')
  expect(getRefusal(vacant, [vacant])).toBe('Chosen already')
  expect(getRefusal(vacant, [landlords])).toBeUndefined()
})

test('searches that exclude too many single properties together cannot be ordered, which names the largest of them', () => {
  const excluding = (id: string, count: number) =>
    search(id, { exclude: { propertyIds: Array.from({ length: count }, (_, at) => String(at)) } })
  const [small, largest] = [excluding('5', 5_000), excluding('6', 6_000)]
  const refuse = (chosen: (typeof small)[]) => getSizeRefusal(chosen, buildCriteria(chosen, 1) ?? {})
  expect(refuse([small])).toBeUndefined()
  expect(refuse([small, vacant])).toBeUndefined()
  expect(refuse([small, largest])).toBe(
    'These filters name 11,000 single properties, and 10,000 is the most. Take some back, or set a filter that ' +
      'excludes them. Or remove a search from the stack: the largest is “Search 6”.',
  )
})

test('an eleventh search is refused', () => {
  const ten = Array.from({ length: 10 }, (_, index) => search(`x${index}`, {}))
  expect(getRefusal(vacant, ten)).toBe('A stack has at most 10 searches')
})

test('who asks for all of the searches still does when one comes or goes', () => {
  expect(atLeastAfter(2, 2, 3)).toBe(3)
  expect(atLeastAfter(3, 3, 2)).toBe(2)
  expect(atLeastAfter(2, 3, 2)).toBe(2)
  expect(atLeastAfter(1, 1, 2)).toBe(1)
  expect(atLeastAfter(1, 2, 0)).toBe(1)
})

test('what is left out by hand stays left out when the delivered are counted in', () => {
  expect(withDelivered(vacant.criteria).exclude).toEqual({ propertyIds: ['7'], delivered: false })
})

test('the way of stacking has its words', () => {
  expect([
    formatStackMode(1, 1),
    formatStackMode(1, 3),
    formatStackMode(2, 3),
    formatStackMode(3, 3),
    formatStackMode(2, 2),
  ]).toEqual(['In the search', 'In any of them', 'In at least 2 of them', 'In all of them', 'In both'])
})

test('the searches to choose from come before those that cannot be added, which stand under the reason', () => {
  const named = (searches: (typeof landlords)[], chosen: (typeof landlords)[]) =>
    groupChoices(searches, chosen).map((group) => [group.label, group.searches.map(({ id }) => id)])
  expect(named([nested, landlords, vacant], [])).toEqual([['Saved searches', ['3', '1', '2']]])
  expect(named([nested, landlords, lessOthers, vacant], [landlords])).toEqual([
    ['Saved searches', ['2']],
    ['Is a stack itself, so it goes alone', ['3']],
    ['Chosen already', ['1']],
    ['Excludes other searches, so it goes alone', ['4']],
  ])
  expect(named([landlords], [landlords])).toEqual([['Chosen already', ['1']]])
  expect(named([], [])).toEqual([])
})
