import { appError } from '../../../platform/errors/app-error.ts'
import type { PaymentProvider } from './provider.ts'

export type SimulatedFailures = {
  /** Every call fails. */
  down?: boolean | undefined
  /** The operation succeeds, but the response to this call is lost. */
  after?: 'changePlan' | 'setCancelAtPeriodEnd' | undefined
  /** No checkout session is created, for this reason. */
  refused?: string | undefined
  /** Every card is declined, for this reason. */
  declined?: string | undefined
}

/** Calls that succeed even while the provider is unreachable, and are not recorded. */
const alwaysAvailable = ['now', 'paymentMethod', 'findCharge', 'readEvent']

/** Wraps a provider so that each call is recorded and fails as `failures` says: before the operation, or after it. */
export function withSimulatedFailures(
  provider: PaymentProvider,
  failures: SimulatedFailures,
  calls: string[],
): PaymentProvider {
  const methods = Object.entries(provider).map(([name, call]) => {
    if (typeof call !== 'function' || alwaysAvailable.includes(name)) return [name, call]
    const recordedCall = async (...args: never[]) => {
      calls.push(name)
      if (failures.down) throw appError('UNAVAILABLE', 'The payment provider cannot be reached.')
      const answer: unknown = await (call as (...args: never[]) => unknown)(...args)
      if (failures.after === name) throw appError('UNAVAILABLE', 'The payment provider did not answer.')
      return structuredClone(answer)
    }
    return [name, recordedCall]
  })
  // The same methods under the same names.
  return Object.fromEntries(methods) as PaymentProvider
}
