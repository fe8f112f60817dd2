import { expect, test } from 'vitest'
import { getIdTime, newId, newRequestId } from './ids.ts'

test('ids are version 7 UUIDs, all different, and sort by creation time', () => {
  const ids = Array.from({ length: 1000 }, (_, n) => newId(1_700_000_000_000 + n))
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(new Set(Array.from({ length: 1000 }, () => newId(0)))).toHaveProperty('size', 1000)
  expect(ids.toSorted()).toEqual(ids)
})

test('an id tells when it was made', () => {
  expect(getIdTime(newId(1_700_000_000_000))).toBe(1_700_000_000_000)
})

test('request ids are ULIDs and sort by time', () => {
  expect(newRequestId(0)).toMatch(/^0{10}[0-9A-HJKMNP-TV-Z]{16}$/)
  expect(newRequestId(1_469_918_176_385).slice(0, 10)).toBe('01ARYZ6S41')
  expect(newRequestId()).not.toBe(newRequestId())
})
