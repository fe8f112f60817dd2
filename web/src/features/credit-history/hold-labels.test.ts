import { expect, test } from 'vitest'
import { formatEntryTitle } from '../../lib/labels/entry-title.ts'
import { formatPendingAdjustment } from './hold-labels.ts'

test('a pending adjustment shows its credits, date and reason', () => {
  const mark = { bucket: 'SUBSCRIPTION', credits: 1300, createdAt: '2026-11-20T12:00:00.000Z' } as const
  expect(formatPendingAdjustment({ ...mark, reason: 'Starter ended' })).toBe(
    '1,300 of these expire when released, since Nov 20, 2026: Starter ended.',
  )
  expect(formatPendingAdjustment(mark)).toBe('1,300 of these expire when released, since Nov 20, 2026.')
})

test('an entry is titled by its type, and a pending adjustment also by its credits in either direction', () => {
  expect(formatEntryTitle({ type: 'EXPIRE', marked: -300 })).toBe('Expired')
  expect(formatEntryTitle({ type: 'MARK', marked: 1300 })).toBe('Expires when released: 1,300')
  expect(formatEntryTitle({ type: 'MARK', marked: -1300 })).toBe('No longer expires when released: 1,300')
})
