import { dayMs } from '@dooryard/contract/api/time'
import type { PaymentHealth } from '@dooryard/contract/billing/admin/payment-health'
import { formatErrorLine } from '../../../platform/errors/error-line.ts'
import type { BillingServices } from '../billing-context.ts'
import { getPaymentEventStats, getPaymentStats, getSubscriptionStats } from './payment-health.queries.ts'
import { applyEventJob } from './receive-event.ts'

const paymentDays = 30

/**
 * Uses recorded data only and does not call the provider. Payments are counted by its clock, which may be ahead in a
 * sandbox. If payments are off, reports on whichever provider was used before.
 */
export async function getPaymentHealth({
  db,
  clock,
  provider,
}: Pick<BillingServices, 'db' | 'clock' | 'provider'>): Promise<PaymentHealth> {
  const left = { provider: provider?.name }
  const dayAgo = new Date(clock.now().getTime() - dayMs)
  const theirNow = (await provider?.now()) ?? clock.now()
  const since = new Date(theirNow.getTime() - paymentDays * dayMs)
  const [{ last, lastError, ...events }, { lastPaid, ...payments }, subscriptions] = await Promise.all([
    getPaymentEventStats(db, { ...left, since: dayAgo, task: applyEventJob }),
    getPaymentStats(db, { ...left, since }),
    getSubscriptionStats(db, left),
  ])
  return {
    provider: provider?.name ?? null,
    isLive: provider?.isLive ?? false,
    events: {
      ...events,
      last: last?.toISOString() ?? null,
      ...(lastError !== null && { lastError: formatErrorLine(lastError) }),
    },
    payments: { ...payments, lastPaid: lastPaid?.toISOString() ?? null },
    subscriptions,
  }
}
