import { expect, test } from 'vitest'
import { formatChange } from './list-messages.ts'

const at = '2026-11-02T09:30:03.000Z'
const list = { id: '1', name: 'Oak Street', properties: 3, missing: 0, createdAt: at, updatedAt: at }

test.each<[action: 'ADD' | 'REMOVE', changed: number, skipped: number, message: string]>([
  ['ADD', 1, 0, '1 property added to “Oak Street”'],
  ['ADD', 0, 0, 'Already on “Oak Street”: nothing to add'],
  ['REMOVE', 12, 0, '12 properties removed from “Oak Street”'],
  [
    'ADD',
    2,
    1_300,
    '2 properties added to “Oak Street”. “Oak Street” is full: 1,300 properties had no room. A list has at most 10,000.',
  ],
])('a change that %ss %i and skips %i is told as: %4$s', (action, changed, skipped, message) => {
  const ids = Array.from({ length: changed }, (_, id) => String(id))
  expect(formatChange(action, { list, changed: ids, skipped })).toBe(message)
})
