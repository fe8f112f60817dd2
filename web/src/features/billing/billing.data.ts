import { type BillingInfo, billing } from '@dooryard/contract/billing/billing'
import { account } from '@dooryard/contract/identity/account'
import { useInvalidate } from '../../lib/api/use-endpoint-mutation.ts'
import { useIsImpersonating } from '../../lib/session/use-is-impersonating.ts'

/** Whether this user can pay on this server right now; not before the server has said so. */
export function usePaymentAccess(info: BillingInfo | undefined) {
  const isActing = useIsImpersonating()
  const isOff = info?.payments === 'OFF'
  return { isActing, isOff, mayPay: info !== undefined && !isActing && !isOff }
}

/** The queries that a payment changes on the billing screens; other screens fetch when they are opened. */
export const paymentDependents = [billing.info, billing.transactions, account.me]

/** Refetches the queries that a payment changes. */
export const useRefreshBilling = () => useInvalidate(paymentDependents)
