import type { AnyEndpoint } from '@dooryard/contract/api/endpoint'
import { minuteMs } from '@dooryard/contract/api/time'
import type { Actor } from '../../context.ts'
import { appError } from '../../errors/app-error.ts'

const stepUpMs = 10 * minuteMs

/**
 * Refuses what a session may not do yet: anything but setting up a second factor that the role requires, and what needs
 * a proof of the last ten minutes. An impersonation is excluded: its administrator proved who they are to start it.
 */
export function requireSecondFactor(endpoint: AnyEndpoint, { secondFactor }: Actor, now: Date): void {
  if (!secondFactor) return
  const { methods, confirmedAt, mustSetUp } = secondFactor
  if (mustSetUp && !endpoint.beforeSecondFactor)
    throw appError('SECOND_FACTOR_SETUP_REQUIRED', 'Your role needs two-step verification. Please set it up first.')
  if (endpoint.stepUp && methods.length > 0 && now.getTime() - confirmedAt.getTime() > stepUpMs)
    throw appError('STEP_UP_REQUIRED', 'Please confirm your identity.', { methods })
}
