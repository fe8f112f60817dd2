import { expect, test } from 'vitest'
import { getUserStateTag } from '../../lib/labels/user-state.ts'
import { canImpersonate, canInvite, previewAdjustment } from './user-rules.ts'

const customer = {
  id: 'casey',
  role: 'CONSUMER_USER',
  isActive: true,
  emailVerifiedAt: '2026-11-02T09:30:00.000Z',
} as const

test('an account is active only if it can be signed in to; the others say why not', () => {
  expect(getUserStateTag(customer).children).toBe('Active')
  expect(getUserStateTag({ ...customer, emailVerifiedAt: null }).children).toBe('Unverified')
  expect(getUserStateTag({ ...customer, isActive: false, emailVerifiedAt: null }).children).toBe('Deactivated')
})

test.each([
  ['a user', {}, true],
  ['an administrator', { role: 'SUPER_ADMIN' }, false],
  ['themselves', { id: 'admin' }, false],
  ['somebody deactivated', { isActive: false }, false],
  ['somebody unverified', { emailVerifiedAt: null }, false],
] as const)('whether an administrator can impersonate %s', (_, facts, may) => {
  expect(canImpersonate({ ...customer, ...facts }, 'admin')).toBe(may)
})

test('only active users without a verified email can be invited', () => {
  expect(canInvite({ ...customer, emailVerifiedAt: null })).toBe(true)
  expect(canInvite(customer)).toBe(false)
  expect(canInvite({ isActive: false, emailVerifiedAt: null })).toBe(false)
})

const balance = { subscriptionCredits: 1_200, subscriptionCreditsHeld: 300, onDemandCredits: 5 }

test.each([
  ['ON_DEMAND', '5,000', { now: 5, after: 5_005 }],
  ['ON_DEMAND', '-6', { now: 5, after: -1 }],
  ['SUBSCRIPTION', '-1200', { now: 1_200, after: 0 }],
  ['SUBSCRIPTION', '', { now: 1_200 }],
  ['SUBSCRIPTION', '-', { now: 1_200 }],
  ['SUBSCRIPTION', '0', { now: 1_200 }],
] as const)('%s credits adjusted by %j result in %j', (bucket, typed, there) => {
  expect(previewAdjustment(balance, bucket, typed)).toEqual(there)
})
