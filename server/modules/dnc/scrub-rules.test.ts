import { dncLists } from '@dooryard/contract/vocabularies'
import { describe, expect, test } from 'vitest'
import { ageInDays, deciderOf, gravest, isCurrent, isTenDigits, reasonsOf } from './scrub-rules.ts'

const at = new Date('2026-11-30T23:59:59Z')

describe('the age of a copy', () => {
  test.each([
    ['2026-11-30', 0],
    ['2026-11-29', 1],
    ['2026-10-30', 31],
    ['2026-10-29', 32],
    ['2026-12-01', -1],
  ])('of %s is %i days', (accessedOn, days) => expect(ageInDays(accessedOn, at)).toBe(days))

  test('counts days of the calendar, whatever the hour', () => {
    expect(ageInDays('2026-10-30', new Date('2026-11-30T00:00:00Z'))).toBe(31)
    expect(ageInDays('2026-10-30', new Date('2026-12-01T00:00:00Z'))).toBe(32)
  })

  test('of 31 days is current, one of 32 is not', () => {
    expect(isCurrent('2026-10-30', at)).toBe(true)
    expect(isCurrent('2026-10-29', at)).toBe(false)
  })

  test('may be a day less than none, where its importer is ahead of UTC, and no more', () => {
    expect(isCurrent('2026-12-01', at)).toBe(true)
    expect(isCurrent('2026-12-02', at)).toBe(false)
  })
})

describe('the reasons of a number', () => {
  const inWords = { LITIGATOR: 'LITIGATOR', INTERNAL: 'INTERNAL_DNC', NATIONAL: 'NATIONAL_DNC', STATE: 'STATE_DNC' }
  const gravity = ['LITIGATOR', 'INTERNAL', 'NATIONAL', 'STATE'] as const
  const combinations = Array.from({ length: 16 }, (_, bits) => gravity.filter((_, at) => bits & (1 << at)))

  for (const isCovered of [true, false])
    test.each(combinations.map((on) => ({ on })))(`on $on, ${isCovered ? '' : 'not '}covered`, ({ on }) => {
      const expected = [...on.map((list) => inWords[list]), ...(isCovered ? [] : ['NOT_SCRUBBED'])]
      // However the lists come.
      for (const lists of [on, on.toReversed()])
        expect(reasonsOf({ on: new Set(lists), isCovered })).toEqual(expected.length > 0 ? expected : ['CLEAN'])
    })

  test('are clean for a covered number on no list alone', () => {
    const clean = combinations.flatMap((on) =>
      [true, false].flatMap((isCovered) =>
        reasonsOf({ on: new Set(on), isCovered }).includes('CLEAN') ? [{ on, isCovered }] : [],
      ),
    )
    expect(clean).toEqual([{ on: [], isCovered: true }])
  })

  test('know every list', () => expect(dncLists.values.toSorted()).toEqual(gravity.toSorted()))

  test('without any is not scrubbed', () => expect(gravest([])).toBe('NOT_SCRUBBED'))
})

test.each([
  '615555014',
  '61555501420',
  '1615555014',
  '0155550142',
  '615-555-0142',
  '６１５５５５０１４２',
  '6155550142\n',
  '',
])('%j is no number of ten digits, so nothing is said of it', (number) => {
  expect(isTenDigits(number)).toBe(false)
  const copy = { scope: '615', owner: 'PLATFORM', load: 1, loadNumbers: 1, san: null, sha256: [] } as const
  const plan = {
    at: '2026-11-02T00:00:00.000Z',
    copies: [{ ...copy, sha256: [], list: 'NATIONAL' as const, accessedOn: '2026-11-01' }],
  }
  expect(deciderOf(plan)(number, [])).toEqual(['NOT_SCRUBBED'])
  expect(deciderOf(plan)('6155550142', [])).toEqual(['CLEAN'])
})
