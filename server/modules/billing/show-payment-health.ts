import type { PaymentHealth } from '@dooryard/contract/payment-health'
import { dayMs } from '@dooryard/contract/time'
import { errorLine } from '../../platform/error-line.ts'
import type { BillingServices } from './billing-context.ts'
import { eventFigures, paymentFigures, subscriptionFigures } from './payment-health.queries.ts'
import { applyEventJob } from './receive-event.ts'

const paymentDays = 30

/**
 * From what is recorded: the provider itself is not asked. Payments are counted by its clock, which in a sandbox may be
 * ahead of ours. Where nobody takes money, of what was left by whoever did.
 */
export async function showPaymentHealth({
  db,
  clock,
  provider,
}: Pick<BillingServices, 'db' | 'clock' | 'provider'>): Promise<PaymentHealth> {
  const left = { provider: provider?.name }
  const dayAgo = new Date(clock.now().getTime() - dayMs)
  const theirNow = (await provider?.now()) ?? clock.now()
  const since = new Date(theirNow.getTime() - paymentDays * dayMs)
  const [{ last, lastError, ...events }, { lastPaid, ...payments }, subscriptions] = await Promise.all([
    eventFigures(db, { ...left, since: dayAgo, task: applyEventJob }),
    paymentFigures(db, { ...left, since }),
    subscriptionFigures(db, left),
  ])
  return {
    provider: provider?.name ?? null,
    isLive: provider?.isLive ?? false,
    events: {
      ...events,
      last: last?.toISOString() ?? null,
      ...(lastError !== null && { lastError: errorLine(lastError) }),
    },
    payments: { ...payments, lastPaid: lastPaid?.toISOString() ?? null },
    subscriptions,
  }
}
