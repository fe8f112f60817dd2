import { expect, test } from 'vitest'
import {
  formatDone,
  formatEffect,
  formatNextAttempt,
  formatOrderChanged,
  formatSubmitLabel,
  formatVisibility,
  formatWait,
  getReplacement,
} from './admin-messages.ts'

const user = {
  id: 'erin',
  firstName: 'Erin',
  lastName: 'Prize',
  email: 'erin@example.com',
  role: 'ENTERPRISE_USER',
  isActive: true,
} as const
const stuck = { userFacingStatus: 'PROCESSING', quantity: 500, creditRequired: 3, creditsHeld: 1500, user } as const
const failed = { ...stuck, userFacingStatus: 'FAILED', creditsHeld: 0 } as const

test('failing an order says what is released, to whom, and that the owner sees the reason', () => {
  expect(formatEffect('fail', stuck)).toBe(
    'The order ends as failed and delivers nothing. 1,500 credits on hold are released to Erin Prize.',
  )
  expect(formatSubmitLabel('fail', stuck)).toBe('Fail and release 1,500 credits')
})

test('failing an order without a hold mentions no credits', () => {
  const free = { ...stuck, creditRequired: 0, creditsHeld: 0 }
  expect(formatEffect('fail', free)).toContain('It holds no credits.')
  expect(formatSubmitLabel('fail', free)).toBe('Fail the order')
})

test('retrying a failed order says what is held, from whom and at which price', () => {
  expect(formatEffect('retry', failed)).toContain(
    'placed for Erin Prize, at the price that this one had: 1,500 credits of theirs are held (500 × 3 credits).',
  )
  expect(formatSubmitLabel('retry', failed)).toBe('Place again')
})

test('retrying an order in progress holds nothing more', () => {
  expect(formatEffect('retry', stuck)).toBe(
    'The step in progress is retried now, with a full set of attempts. 1,500 credits stay on hold.',
  )
  expect(formatSubmitLabel('retry', stuck)).toBe('Try again now')
})

test('the dialog says where the reason is visible', () => {
  expect(formatVisibility('fail', stuck)).toBe('Shown to the owner on the order.')
  expect(formatVisibility('retry', failed)).toBe('Shown in the owner’s credit history.')
  expect(formatVisibility('retry', stuck)).toBe('Recorded in the audit log.')
})

test('a response with another order is a replacement', () => {
  const order = { id: 'a', orderName: 'First mailing', creditsHeld: 500 }
  const again = { ...order, id: 'b' }
  expect(getReplacement(order, order)).toBeUndefined()
  expect(getReplacement(order, again)).toBe(again)
  expect(formatDone(order, 'retry', again)).toBe('First mailing placed again')
  expect(formatDone(order, 'retry', undefined)).toBe('Retrying First mailing')
  expect(formatDone(order, 'fail', undefined)).toBe('First mailing failed and its credits were released')
  expect(formatDone({ ...order, creditsHeld: 0 }, 'fail', undefined)).toBe('First mailing failed')
})

const runAt = '2026-11-02T09:30:00.000Z'
const job = { attempts: 1, maxAttempts: 5, isRunning: false, runAt }
const at = new Date(runAt).getTime()

test('a job shows its next attempt', () => {
  expect(formatNextAttempt(job, at - 1)).toMatch(/^Nov 2, 2026/)
  expect(formatNextAttempt(job, at)).toBe('As soon as a worker is free')
  expect(formatNextAttempt({ ...job, isRunning: true }, at)).toMatch(/^Running since Nov 2, 2026/)
  expect(formatNextAttempt({ ...job, attempts: 5 }, at)).toBe('No more automatic retries')
})

test('an order waiting for the contact provider shows the failure and its next attempt', () => {
  const putOff = 'Example Contacts gave no answer. It answered 503.'
  const cause = 'Waits for the contact provider, which cannot be reached'
  expect(formatWait({ job }, at)).toBeUndefined()
  expect(formatWait({ putOff, job }, at - 1)).toMatch(new RegExp(`^${cause}; tried again at \\d+:30.* ${putOff}$`))
  expect(formatWait({ putOff, job }, at)).toBe(`${cause}; tried again as soon as a worker is free. ${putOff}`)
  expect(formatWait({ putOff, job: { ...job, isRunning: true } }, at)).toContain('being tried again right now.')
  expect(formatWait({ putOff, job: { ...job, attempts: 5 } }, at)).toContain('not retried automatically.')
  expect(formatWait({ putOff }, at)).toBe(`${cause}. ${putOff}`)
})

test('an order that ended meanwhile shows how', () => {
  expect(formatOrderChanged({ userFacingStatus: 'COMPLETED' })).toBe(
    'This order has changed in the meantime. It is completed.',
  )
})
