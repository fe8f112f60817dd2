import { expect, test } from 'vitest'
import { fillDays, formatLastUse, formatUsage, getExpiry } from './key-labels.ts'

const now = Date.parse('2026-11-02T09:30:00Z')

test('the last 30 UTC days up to today are listed, including days without calls', () => {
  const days = fillDays([{ day: '2026-11-01', calls: 24, refused: 3 }], now)
  expect(days).toHaveLength(30)
  expect(days[0]).toEqual({ day: '2026-10-04', calls: 0, refused: 0 })
  expect(days.slice(-2)).toEqual([
    { day: '2026-11-01', calls: 24, refused: 3 },
    { day: '2026-11-02', calls: 0, refused: 0 },
  ])
})

test.each([
  [[], 'No calls in 30 days'],
  [[{ day: '2026-11-01', calls: 1, refused: 0 }], '1 call in 30 days'],
  [
    [
      { day: '2026-11-01', calls: 1_200, refused: 0 },
      { day: '2026-11-02', calls: 34, refused: 1 },
    ],
    '1,234 calls in 30 days, 1 refused',
  ],
])('usage is formatted as text', (usage, words) => expect(formatUsage(usage)).toBe(words))

test.each([
  [undefined, undefined],
  ['2026-11-16T09:30:01Z', undefined],
  ['2026-11-16T09:30:00Z', { tone: 'warn', label: 'In 14 days' }],
  ['2026-11-03T10:00:00Z', { tone: 'warn', label: 'In 1 day' }],
  ['2026-11-02T09:31:00Z', { tone: 'warn', label: 'Within a day' }],
  ['2026-11-02T09:30:00Z', { tone: 'bad', label: 'Expired' }],
])('a key that expires %s is flagged as %j', (expiresAt, mark) =>
  expect(getExpiry({ expiresAt }, now).mark).toEqual(mark),
)

test.each([
  [undefined, 'It was never used.'],
  ['2026-11-02T09:27:00Z', 'It was last used 3 min ago.'],
  ['2026-10-20T09:27:00Z', 'It was last used on Oct 20, 2026.'],
])('the last use is formatted as a sentence', (lastUsedAt, words) =>
  expect(formatLastUse({ lastUsedAt }, now)).toBe(words),
)
