import { expect, test } from 'vitest'
import { entryTitle } from '../../lib/entry-title.ts'
import { formatHoldMark } from './hold-labels.ts'

test('what of a hold goes is said with its number, its day and its reason', () => {
  const mark = { bucket: 'SUBSCRIPTION', credits: 1300, createdAt: '2026-11-20T12:00:00.000Z' } as const
  expect(formatHoldMark({ ...mark, reason: 'Starter ended' })).toBe(
    'Of these, 1,300 will lapse when they come back, since Nov 20, 2026: Starter ended.',
  )
  expect(formatHoldMark(mark)).toBe('Of these, 1,300 will lapse when they come back, since Nov 20, 2026.')
})

test('an entry is named by its kind, and a mark by its number too, whichever way it goes', () => {
  expect(entryTitle({ type: 'EXPIRE', marked: -300 })).toBe('Lapsed')
  expect(entryTitle({ type: 'MARK', marked: 1300 })).toBe('Marked: 1,300')
  expect(entryTitle({ type: 'MARK', marked: -1300 })).toBe('No longer marked: 1,300')
})
