import { expect, test } from 'vitest'
import {
  explainDisabled,
  fillHours,
  formatAhead,
  formatQueued,
  formatSuccessRate,
  getSendingRefusal,
  isAdminDisabled,
  shortenUrl,
  toStatus,
} from './webhook-labels.ts'

const now = Date.parse('2026-11-02T09:30:00.000Z')

test('the success rate never rounds to 100% or 0%', () => {
  expect(formatSuccessRate({ succeeded: 0, failed: 0 })).toBe('Nothing sent')
  expect(formatSuccessRate({ succeeded: 118, failed: 2 })).toBe('98.3% of 120')
  expect(formatSuccessRate({ succeeded: 120, failed: 0 })).toBe('100% of 120')
  expect(formatSuccessRate({ succeeded: 99_999, failed: 1 })).toBe('99.9% of 100,000')
  expect(formatSuccessRate({ succeeded: 1, failed: 99_999 })).toBe('0.1% of 100,000')
  expect(formatSuccessRate({ succeeded: 0, failed: 7 })).toBe('0% of 7')
})

test('a status shows since when it fails and why it was disabled', () => {
  expect(toStatus({ isActive: true })).toEqual({ tone: 'good', children: 'Active' })
  expect(toStatus({ isActive: true, failingSince: '2026-11-02T12:00:00.000Z' }).children).toBe(
    'Failing since Nov 2, 2026',
  )
  expect(toStatus({ isActive: false, disabledReason: 'BY_USER' })).toEqual({
    tone: 'plain',
    children: 'Disabled by you',
  })
  expect(toStatus({ isActive: false, disabledReason: 'GONE' })).toEqual({ tone: 'bad', children: 'Disabled: gone' })
})

test('a webhook disabled by an administrator shows the reason and offers only what its owner can do', () => {
  const blocked = { isActive: false, disabledReason: 'BY_ADMIN', disabledNote: 'It floods our partner' } as const
  expect(toStatus(blocked)).toEqual({ tone: 'bad', children: 'Disabled by an administrator' })
  expect(explainDisabled(blocked)).toBe(
    'An administrator disabled it: It floods our partner. Nothing is sent to it until an administrator enables it, test ' +
      'events included, and what happens until then is not kept for it. It cannot be deleted, and its URL cannot be ' +
      'changed or used for another webhook. Contact support to have it enabled.',
  )
  expect(getSendingRefusal(blocked)).not.toContain('Enable')
  expect(
    [blocked, { isActive: false, disabledReason: 'GONE' } as const, { isActive: true }].map(isAdminDisabled),
  ).toEqual([...[true, false, false]])
})

test('a webhook disabled otherwise shows why and that its owner can enable it', () => {
  expect(explainDisabled({ isActive: false, disabledReason: 'GONE' })).toMatch(
    /^Disabled because it responded with 410.* until you enable it,/,
  )
  expect(getSendingRefusal({ isActive: false, disabledReason: 'BY_USER' })).toContain('Enable it')
  expect([explainDisabled({ isActive: true }), getSendingRefusal({ isActive: true })]).toEqual([undefined, undefined])
})

test('the chart covers the current hour and the 24 before it, including empty ones', () => {
  const first = { at: '2026-11-01T09:00:00.000Z', succeeded: 2, failed: 1 }
  const last = { at: '2026-11-02T09:00:00.000Z', succeeded: 4, failed: 3 }
  const hours = fillHours([first, last], now)
  expect(hours).toHaveLength(25)
  expect([hours[0], hours[24]]).toEqual([first, last])
  expect(hours[1]).toEqual({ at: '2026-11-01T10:00:00.000Z', succeeded: 0, failed: 0 })
})

test('a long URL is shortened in the middle', () => {
  expect(shortenUrl('https://hooks.example.com/dooryard')).toBe('hooks.example.com/dooryard')
  expect(shortenUrl('http://127.0.0.1:4000/')).toBe('http://127.0.0.1:4000/')
  const short = shortenUrl(`https://hooks.example.com/${'a'.repeat(200)}/leads`)
  expect(short).toHaveLength(44)
  expect(short).toMatch(/^hooks\.example\.com\/a+…a+\/leads$/)
})

test('the next attempt is shown in a suitable unit', () => {
  const words = (seconds: number) => formatAhead(new Date(now + seconds * 1000).toISOString(), now)
  expect([-5, 5, 300, 36_000].map(words)).toEqual(['Now', 'in 5 s', 'in 5 min', 'in 10 h'])
})

test('queued events are counted', () => {
  expect([0, 1, 12].map((queued) => formatQueued({ queued, left: 0 }))).toEqual([
    'No failed events to resend',
    '1 event queued',
    '12 events queued',
  ])
  expect(formatQueued({ queued: 1000, left: 234 })).toBe('1,000 events queued; resend again for 234 more')
})
