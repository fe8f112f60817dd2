import { expect, test } from 'vitest'
import { activationEffects, deactivationEffects, roleEffects } from './user-effects.ts'

const idle = { orders: { underWay: 0 }, logins: { activeSessions: 0 }, api: { keys: 0 }, webhooks: { active: 0 } }
const busy = { orders: { underWay: 2 }, logins: { activeSessions: 1 }, api: { keys: 1 }, webhooks: { active: 3 } }
const growth = {
  status: 'ACTIVE',
  planName: 'Growth',
  currentPeriodEnd: '2026-12-02T12:00:00.000Z',
  cancelAtPeriodEnd: false,
} as const
const enterprise = { role: 'ENTERPRISE_USER', emailVerifiedAt: '2026-11-02T09:30:00.000Z' } as const

test('a deactivation says what ends, what waits and what goes on', () => {
  expect(deactivationEffects(enterprise, busy, growth)).toEqual([
    '1 session of theirs ends now. They cannot sign in.',
    '2 orders under way go on and may deliver.',
    '1 API key opens nothing until the account is active again.',
    '3 webhooks are told nothing until then; what happens meanwhile is not sent later.',
    'The Growth subscription is not renewed: it ends Dec 2, 2026.',
    'Orders, files and credits stay.',
  ])
})

test('what there is none of is not spoken of, nor is what the role cannot have', () => {
  const left = ['They are signed in nowhere. They cannot sign in.', 'Orders, files and credits stay.']
  expect(deactivationEffects(enterprise, idle)).toEqual(left)
  const before = { ...idle, api: { keys: 2 }, webhooks: { active: 1 } }
  expect(deactivationEffects({ role: 'CONSUMER_USER' }, before)).toEqual(left)
})

test('a subscription that was to end is not said to end by the deactivation', () => {
  const [, words] = deactivationEffects({ role: 'CONSUMER_USER' }, idle, { ...growth, cancelAtPeriodEnd: true })
  expect(words).toBe('The Growth subscription ends Dec 2, 2026, as it would anyway.')
})

test('an activation lets in who has come before, and has the others invited', () => {
  expect(activationEffects({ role: 'CONSUMER_USER', emailVerifiedAt: enterprise.emailVerifiedAt })).toEqual([
    'They can sign in again with their password.',
  ])
  expect(activationEffects({ role: 'CONSUMER_USER', emailVerifiedAt: null })).toEqual(['They can be invited again.'])
  expect(activationEffects(enterprise, { ...growth, cancelAtPeriodEnd: true })).toContain(
    'The Growth subscription still ends Dec 2, 2026.',
  )
})

test('another role stops the programs of an enterprise user, and has those from before work again', () => {
  expect(roleEffects(enterprise, 'CONSUMER_USER', busy)).toContain(
    '1 API key opens nothing until the role is Enterprise User again.',
  )
  expect(roleEffects({ role: 'CONSUMER_USER' }, 'ENTERPRISE_USER', busy)).toContain(
    'They have 1 API key and 3 webhooks from before, which work again.',
  )
  expect(roleEffects({ role: 'CONSUMER_USER' }, 'AFFILIATE_USER', busy).join()).not.toMatch(/API key|webhook/)
})

test('an administrator to be is one whom nobody can act as', () => {
  const words = 'Nobody can act as them any more.'
  expect(roleEffects(enterprise, 'SUPER_ADMIN', idle)).toContain(words)
  expect(roleEffects(enterprise, 'CONSUMER_USER', idle)).not.toContain(words)
})
