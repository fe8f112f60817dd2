import { z } from 'zod'
import type { EndpointLimit } from '../api/endpoint.ts'
import { ExistingPassword } from './users.ts'

/** A session alone must not be enough to add a way to sign in: accounts with a second factor confirm the session. */
export const OwnerPassword = z
  .object({
    password: ExistingPassword('Password').optional().describe('Required while the account has no second factor'),
  })
  .meta({ id: 'OwnerPassword', example: { password: 'correct-horse-battery' } })

/** Wrong passwords of an account, over all calls that ask for it. */
export const passwordCheckLimit = {
  name: 'password-check',
  per: 'account',
  times: 10,
  seconds: 900,
  counts: 'failures',
} as const satisfies EndpointLimit
