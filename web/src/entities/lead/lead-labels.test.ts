import type { Contact } from '@dooryard/contract/orders/leads'
import { expect, test } from 'vitest'
import { formatPhone } from '../../lib/format/format.ts'
import { formatOwner, formatStageAge, listCallablePhones, shortenNote } from './lead-labels.ts'

const now = Date.parse('2026-11-22T12:00:00.000Z')

test('the time in a stage is shown in days, then weeks, then months', () => {
  const since = (at: string) => formatStageAge(at, now)
  expect(since('2026-11-22T01:00:00.000Z')).toBe('today')
  expect(since('2026-11-21T11:00:00.000Z')).toBe('1 day')
  expect(since('2026-11-10T12:00:00.000Z')).toBe('12 days')
  expect(since('2026-10-25T12:00:00.000Z')).toBe('4 weeks')
  expect(since('2026-06-22T12:00:00.000Z')).toBe('5 months')
})

test('only a number that scrubbed clean can be called', () => {
  const contact = (value: string, scrub?: Contact['scrub']): Contact => ({
    type: scrub ? 'PHONE' : 'EMAIL',
    value,
    source: 'Generated demo contacts',
    asOf: '2026-11-02',
    ...(scrub && { scrub }),
  })
  const contacts = [
    contact('6155550142', 'CLEAN'),
    contact('6155550143', 'NATIONAL_DNC'),
    contact('6155550144', 'NOT_SCRUBBED'),
    contact('casey@example.com'),
  ]
  expect(listCallablePhones(contacts).map(({ value }) => formatPhone(value))).toEqual(['(615) 555-0142'])
  expect(listCallablePhones()).toEqual([])
})

test('a lead without a known owner still has a name', () => {
  expect(formatOwner({ ownerName: null })).toBe('Unknown owner')
})

test('a long note is shortened to its first words', () => {
  expect(shortenNote(' Prefers\n email ')).toBe('Prefers email')
  expect(shortenNote('Asked to be called after the holidays, not before ten', 40)).toBe(
    'Asked to be called after the holidays,…',
  )
  expect(shortenNote('x'.repeat(60), 40)).toBe(`${'x'.repeat(40)}…`)
  expect(shortenNote('y'.repeat(40), 40)).toBe('y'.repeat(40))
})
