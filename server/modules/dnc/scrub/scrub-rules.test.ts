import { dncLists } from '@dooryard/contract/api/enums'
import { describe, expect, test } from 'vitest'
import { createDecider, getAgeInDays, getMostSevere, getReasons, isCurrent, isTenDigits } from './scrub-rules.ts'

const at = new Date('2026-11-30T23:59:59Z')

describe('the age of a list version', () => {
  test.each([
    ['2026-11-30', 0],
    ['2026-11-29', 1],
    ['2026-10-30', 31],
    ['2026-10-29', 32],
    ['2026-12-01', -1],
  ])('of %s is %i days', (accessedOn, days) => expect(getAgeInDays(accessedOn, at)).toBe(days))

  test('is counted in calendar days, regardless of the hour', () => {
    expect(getAgeInDays('2026-10-30', new Date('2026-11-30T00:00:00Z'))).toBe(31)
    expect(getAgeInDays('2026-10-30', new Date('2026-12-01T00:00:00Z'))).toBe(32)
  })

  test('of 31 days is current, and of 32 is not', () => {
    expect(isCurrent('2026-10-30', at)).toBe(true)
    expect(isCurrent('2026-10-29', at)).toBe(false)
  })

  test('may be minus one day, for an importer ahead of UTC, and no less', () => {
    expect(isCurrent('2026-12-01', at)).toBe(true)
    expect(isCurrent('2026-12-02', at)).toBe(false)
  })
})

describe('the reasons of a number', () => {
  const resultByList = {
    LITIGATOR: 'LITIGATOR',
    INTERNAL: 'INTERNAL_DNC',
    NATIONAL: 'NATIONAL_DNC',
    STATE: 'STATE_DNC',
  }
  const gravity = ['LITIGATOR', 'INTERNAL', 'NATIONAL', 'STATE'] as const
  const combinations = Array.from({ length: 16 }, (_, bits) => gravity.filter((_, at) => bits & (1 << at)))

  for (const isCovered of [true, false])
    test.each(combinations.map((on) => ({ on })))(`on $on, ${isCovered ? '' : 'not '}covered`, ({ on }) => {
      const expected = [...on.map((list) => resultByList[list]), ...(isCovered ? [] : ['NOT_SCRUBBED'])]
      // The order of the lists does not matter.
      for (const lists of [on, on.toReversed()])
        expect(getReasons({ on: new Set(lists), isCovered })).toEqual(expected.length > 0 ? expected : ['CLEAN'])
    })

  test('are clean only for a covered number on no list', () => {
    const clean = combinations.flatMap((on) =>
      [true, false].flatMap((isCovered) =>
        getReasons({ on: new Set(on), isCovered }).includes('CLEAN') ? [{ on, isCovered }] : [],
      ),
    )
    expect(clean).toEqual([{ on: [], isCovered: true }])
  })

  test('include every list', () => expect(dncLists.values.toSorted()).toEqual(gravity.toSorted()))

  test('include not scrubbed when there is no list', () => expect(getMostSevere([])).toBe('NOT_SCRUBBED'))
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
])('%j is not a ten-digit number, so it has no result', (number) => {
  expect(isTenDigits(number)).toBe(false)
  const copy = { scope: '615', owner: 'PLATFORM', load: 1, loadNumbers: 1, san: null, sha256: [] } as const
  const plan = {
    at: '2026-11-02T00:00:00.000Z',
    copies: [{ ...copy, sha256: [], list: 'NATIONAL' as const, accessedOn: '2026-11-01' }],
  }
  expect(createDecider(plan)(number, [])).toEqual(['NOT_SCRUBBED'])
  expect(createDecider(plan)('6155550142', [])).toEqual(['CLEAN'])
})
