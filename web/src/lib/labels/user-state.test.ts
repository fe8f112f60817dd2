import { expect, test } from 'vitest'
import { getUserStateTag } from './user-state.ts'

const casey = { isActive: true, emailVerifiedAt: '2026-11-02T09:30:00.000Z' }

test('an account that can sign in is active, and the others show why not', () => {
  expect(getUserStateTag(casey).children).toBe('Active')
  expect(getUserStateTag({ ...casey, emailVerifiedAt: null }).children).toBe('Unverified')
  expect(getUserStateTag({ ...casey, isActive: false, emailVerifiedAt: null }).children).toBe('Deactivated')
  const closedAt = '2026-11-20T16:05:00.000Z'
  expect(getUserStateTag({ ...casey, isActive: false, closedAt }).children).toBe('Closed')
})
