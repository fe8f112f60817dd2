import { expect, test } from 'vitest'
import { listActivationEffects, listDeactivationEffects, listRoleEffects } from './user-effects.ts'

const idleUsage = { orders: { underWay: 0 }, logins: { activeSessions: 0 }, api: { keys: 0 }, webhooks: { active: 0 } }
const busyUsage = { orders: { underWay: 2 }, logins: { activeSessions: 1 }, api: { keys: 1 }, webhooks: { active: 3 } }
const growthSubscription = {
  status: 'ACTIVE',
  planName: 'Growth',
  currentPeriodEnd: '2026-12-02T12:00:00.000Z',
  cancelAtPeriodEnd: false,
} as const
const enterprise = { role: 'ENTERPRISE_USER', emailVerifiedAt: '2026-11-02T09:30:00.000Z' } as const

test('a deactivation says what ends, what pauses and what continues', () => {
  expect(listDeactivationEffects(enterprise, busyUsage, growthSubscription)).toEqual([
    '1 session of theirs ends now. They cannot sign in.',
    '2 orders in progress continue and may deliver.',
    '1 API key opens nothing until the account is active again.',
    '3 webhooks get nothing until then; what happens meanwhile is not sent later.',
    'The Growth subscription is not renewed: it ends Dec 2, 2026.',
    'Orders, files and credits stay.',
  ])
})

test('effects that do not apply to the account or its role are omitted', () => {
  const left = ['They have no active sessions. They cannot sign in.', 'Orders, files and credits stay.']
  expect(listDeactivationEffects(enterprise, idleUsage)).toEqual(left)
  const before = { ...idleUsage, api: { keys: 2 }, webhooks: { active: 1 } }
  expect(listDeactivationEffects({ role: 'CONSUMER_USER' }, before)).toEqual(left)
})

test('a subscription already set to end is not attributed to the deactivation', () => {
  const [, words] = listDeactivationEffects({ role: 'CONSUMER_USER' }, idleUsage, {
    ...growthSubscription,
    cancelAtPeriodEnd: true,
  })
  expect(words).toBe('The Growth subscription ends Dec 2, 2026, as it would anyway.')
})

test('an activation lets verified users sign in and others be invited', () => {
  expect(listActivationEffects({ role: 'CONSUMER_USER', emailVerifiedAt: enterprise.emailVerifiedAt })).toEqual([
    'They can sign in again with their password.',
  ])
  expect(listActivationEffects({ role: 'CONSUMER_USER', emailVerifiedAt: null })).toEqual([
    'They can be invited again.',
  ])
  expect(listActivationEffects(enterprise, { ...growthSubscription, cancelAtPeriodEnd: true })).toContain(
    'The Growth subscription still ends Dec 2, 2026.',
  )
})

test("a role change disables an enterprise user's programs, and enables earlier ones again", () => {
  expect(listRoleEffects(enterprise, 'CONSUMER_USER', busyUsage)).toContain(
    '1 API key opens nothing until the role is Enterprise User again.',
  )
  expect(listRoleEffects({ role: 'CONSUMER_USER' }, 'ENTERPRISE_USER', busyUsage)).toContain(
    'They have 1 API key and 3 webhooks from before, which work again.',
  )
  expect(listRoleEffects({ role: 'CONSUMER_USER' }, 'AFFILIATE_USER', busyUsage).join()).not.toMatch(/API key|webhook/)
})

test('nobody can impersonate a new administrator', () => {
  const words = 'Nobody can impersonate them any more.'
  expect(listRoleEffects(enterprise, 'SUPER_ADMIN', idleUsage)).toContain(words)
  expect(listRoleEffects(enterprise, 'CONSUMER_USER', idleUsage)).not.toContain(words)
})
