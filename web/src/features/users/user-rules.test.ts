import { expect, test } from 'vitest'
import { mayBeActedAs, stateOf } from './user-rules.ts'

const casey = {
  id: 'casey',
  role: 'CONSUMER_USER',
  isActive: true,
  emailVerifiedAt: '2026-11-02T09:30:00.000Z',
} as const

test('an account that can be signed in to is active, and the others say why not', () => {
  expect(stateOf(casey).children).toBe('Active')
  expect(stateOf({ ...casey, emailVerifiedAt: null }).children).toBe('Unverified')
  expect(stateOf({ ...casey, isActive: false, emailVerifiedAt: null }).children).toBe('Deactivated')
})

test.each([
  ['a user', {}, true],
  ['an administrator', { role: 'SUPER_ADMIN' }, false],
  ['themselves', { id: 'admin' }, false],
  ['somebody deactivated', { isActive: false }, false],
  ['somebody unverified', { emailVerifiedAt: null }, false],
] as const)('whether an administrator may act as %s', (_, facts, may) => {
  expect(mayBeActedAs({ ...casey, ...facts }, 'admin')).toBe(may)
})
