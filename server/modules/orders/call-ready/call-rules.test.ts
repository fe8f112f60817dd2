import { expect, test } from 'vitest'
import { formatCallShortfall, formatNothingCallable, getFirstRoundSize, getNextRoundSize } from './call-rules.ts'

test("more candidates are considered than leads ordered, within the vendor's limit", () => {
  expect(getFirstRoundSize(50, false)).toBe(250)
  expect(getFirstRoundSize(50, true)).toBe(200)
  expect(getFirstRoundSize(50_000, true)).toBe(75_000)
})

test('an order with enough leads considers no more candidates', () => {
  expect(getNextRoundSize({ quantity: 50, considered: 250, callable: 50, asksVendor: false })).toBe(0)
})

test.each([true, false])('the rounds end whatever is found (with a vendor: %s)', (asksVendor) => {
  for (const quantity of [1, 50, 100_000])
    for (const share of [0, 0.001, 0.1, 0.5]) {
      let considered = getFirstRoundSize(quantity, asksVendor)
      let reads = 0
      for (;;) {
        const callable = Math.floor(considered * share)
        const more = getNextRoundSize({ quantity, considered, callable, asksVendor })
        if (more === 0) break
        considered += more
        reads += 1
      }
      expect(reads).toBeLessThan(60)
      if (asksVendor) expect(considered).toBeLessThanOrEqual(4 * quantity)
    }
})

test('the next round is estimated from the share that proved callable', () => {
  const found = { quantity: 1_000, considered: 1_500, asksVendor: false }
  const [much, little] = [750, 300].map((callable) => getNextRoundSize({ ...found, callable }))
  expect(much).toBeGreaterThanOrEqual(500)
  expect(little).toBeGreaterThanOrEqual(3_500)
})

const breakdown = { matched: 1_200, fresh: 1_100, considered: 900, contactable: 900, callable: 300, selected: 300 }

test('a short delivery explains the missing leads', () => {
  expect(formatCallShortfall(300, { ...breakdown, notCovered: 0, isExhausted: true })).toBeUndefined()
  expect(formatCallShortfall(500, { ...breakdown, notCovered: 40, isExhausted: true })).toBe(
    '300 of 500 leads: 1,200 properties match, 100 were already purchased, for 200 no phone number of the owner ' +
      'is known, 600 may not be called (of these 40 because no current copy of the do-not-call registry covers their ' +
      'numbers).',
  )
  const partlyTraced = { ...breakdown, contactable: 500, notAsked: 250, notCovered: 0, isExhausted: false }
  expect(formatCallShortfall(500, partlyTraced)).toBe(
    '300 of 500 leads: 1,200 properties match, 100 were already purchased, 900 were looked at, for 400 no phone ' +
      "number of the owner is known, of these 250 because the contact provider's daily limit is reached, 200 may not " +
      'be called.',
  )
})

test.each([
  [{ matched: 0, fresh: 0, contactable: 0 }, 'No property matches these filters.'],
  [{ fresh: 0, contactable: 0 }, 'You have already purchased all properties that match these filters.'],
  [{ contactable: 0 }, 'No phone number is known for the owners of the properties that match these filters.'],
  [{ contactable: 0, notAsked: 9 }, 'Please order again tomorrow.'],
  [{ contactable: 7, notCovered: 7 }, 'No current copy of the do-not-call registry covers the phone numbers of these'],
  [{ contactable: 7, notCovered: 2 }, 'None of the 7 properties whose owners have a known phone number may be called'],
])('an order that delivers nothing explains why: %j', (found, message) => {
  expect(formatNothingCallable({ ...breakdown, callable: 0, selected: 0, notCovered: 0, ...found })).toContain(message)
})
