import { expect, test } from 'vitest'
import { stateOf } from './user-state.ts'

const casey = { isActive: true, emailVerifiedAt: '2026-11-02T09:30:00.000Z' }

test('an account that can be signed in to is active, and the others say why not', () => {
  expect(stateOf(casey).children).toBe('Active')
  expect(stateOf({ ...casey, emailVerifiedAt: null }).children).toBe('Unverified')
  expect(stateOf({ ...casey, isActive: false, emailVerifiedAt: null }).children).toBe('Deactivated')
  const closedAt = '2026-11-20T16:05:00.000Z'
  expect(stateOf({ ...casey, isActive: false, closedAt }).children).toBe('Closed')
})
