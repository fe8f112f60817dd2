import { account } from '@dooryard/contract/account'
import { type BillingInfo, billing } from '@dooryard/contract/billing'
import { useRefresh } from '../../lib/use-call.ts'
import { useIsActing } from '../../lib/use-is-acting.ts'

/** Whether money can be moved here and now, and by whoever is at the screen. */
export function useMoney(info: BillingInfo) {
  const isActing = useIsActing()
  const isOff = info.payments === 'OFF'
  return { isActing, isOff, mayPay: !isActing && !isOff }
}

/** The answers that a payment changes on the screens of billing; other screens ask when they are opened. */
export const changedByPayments = [billing.info, billing.transactions, account.me]

/** Fetches again what a payment changes. */
export const useRefreshBilling = () => useRefresh(changedByPayments)
