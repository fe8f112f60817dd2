import { adminSecondFactor, secondFactor, secondFactorLimit } from '@dooryard/contract/identity/second-factor'
import { handlers, type Route } from '../../../platform/http/handlers.ts'
import { type RateLimiter, refundRateLimit, tooManyCallsError } from '../../../platform/http/limits/rate-limits.ts'
import type { SessionDays } from '../sessions/start-session.ts'
import { changePolicy, getUserSecondFactor, listPolicies, resetSecondFactor } from './administer-second-factors.ts'
import { completeSecondFactor } from './complete-second-factor.ts'
import { removeDevice, removeDevices } from './devices.ts'
import { renewRecoveryCodes } from './recovery-codes.ts'
import { getSecondFactor } from './second-factor-state.ts'
import { confirmTotp, removeTotp, startTotp } from './set-up-totp.ts'
import { stepUp } from './verify-second-factor.ts'

export type SecondFactorRouteDeps = { sessionDays: SessionDays; limiter: RateLimiter }

export const secondFactorRoutes = ({ sessionDays: days, limiter }: SecondFactorRouteDeps): Route[] => [
  ...handlers(secondFactor, {
    complete: (ctx, { body }) =>
      completeSecondFactor(ctx, body, {
        days,
        countAttempt: (userId) => countAttempt(limiter, { address: ctx.caller.ipAddress, account: userId }),
      }),
    stepUp: (ctx, { body }) => stepUp(ctx, body),
    state: (ctx) => getSecondFactor(ctx),
    startTotp: (ctx, { body }) => startTotp(ctx, body),
    confirmTotp: (ctx, { body }) => confirmTotp(ctx, body),
    removeTotp: (ctx) => removeTotp(ctx),
    renewRecoveryCodes: (ctx) => renewRecoveryCodes(ctx),
    removeDevice: (ctx, { params }) => removeDevice(ctx, params.deviceId),
    removeDevices: (ctx) => removeDevices(ctx),
  }),
  ...handlers(adminSecondFactor, {
    policies: ({ db }) => listPolicies(db),
    changePolicy: (ctx, { body }) => changePolicy(ctx, body),
    get: ({ db }, { params }) => getUserSecondFactor(db, params.id),
    reset: (ctx, { params, body }) => resetSecondFactor(ctx, params.id, body),
  }),
]

/** Only the challenge names the account of a sign-in, so its limit cannot be counted by the contract alone. */
async function countAttempt(limiter: RateLimiter, by: { address: string; account: string }) {
  const counts = await limiter.count([secondFactorLimit], by)
  const over = counts.find(({ isOver }) => isOver)
  if (over) throw tooManyCallsError(over)
  return () => refundRateLimit(counts)
}
