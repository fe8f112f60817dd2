import {
  adminBilling,
  type CreditAdjustment,
  type RefundableCredits,
  type UserSubscriptions,
} from '@dooryard/contract/admin-billing'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { formatMoney, plural } from '../../lib/format.ts'
import { nameOf } from '../../lib/names.ts'
import { useOnceOnly } from '../../lib/once-only.ts'
import { liveQueryOf, queryOf } from '../../lib/query.ts'
import { useRefreshed } from '../../lib/use-refreshed.ts'
import { toastDone } from '../../ui/toasts/toasts.ts'

/** Who a user is, what they have, and what they have subscribed to. */
export const userSubscriptions = (userId: string) => queryOf(adminBilling.userSubscriptions, { params: { userId } })

export const userPayments = (userId: string, query: { page: number; limit: number }) =>
  liveQueryOf(adminBilling.userTransactions, { params: { userId }, query })

export const userEntries = (userId: string, query: { page: number; limit: number }) =>
  liveQueryOf(adminBilling.creditTransactions, { query: { ...query, userId } })

/** What a refund of a payment would take back. */
export const refundPreview = (transactionId: string) =>
  queryOf(adminBilling.refundPreview, { params: { transactionId } })

/** What is said where nobody knows whether money or credits have moved. */
export const mayBeDone =
  'We do not know whether this was done: look at the history of this user. Sent again from here, it is done only once.'

/** Who a dialog is about. */
export type Person = UserSubscriptions['user']

// Both say that they are done by themselves: the dialog that asked for it may be gone by then.

export function useAdjustCredits(user: Person) {
  const onSettled = useRefreshed()
  const once = useOnceOnly()
  return useMutation({
    mutationFn: (body: CreditAdjustment) =>
      once((idempotencyKey) => api.call(adminBilling.adjustCredits, { body }, { idempotencyKey })),
    onSuccess: (_, { amount }) =>
      toastDone(`${nameOf(user)} has ${plural(Math.abs(amount), 'credit')} ${amount > 0 ? 'more' : 'less'}`),
    onSettled,
  })
}

/** Refunds a payment whose credits are still those that the administrator saw. */
export function useRefund(user: Person, transactionId: string, creditsLeft: RefundableCredits | undefined) {
  const cache = useQueryClient()
  const once = useOnceOnly()
  return useMutation({
    mutationFn: async (reason: string) => {
      if (!creditsLeft) throw new Error('The credits that are left have to be seen first.')
      const body = { reason, creditsLeft }
      return once((idempotencyKey) =>
        api.call(adminBilling.refund, { params: { transactionId }, body }, { idempotencyKey }),
      )
    },
    onSuccess: (payment) => toastDone(`${formatMoney(payment)} is refunded to ${nameOf(user)}`),
    onSettled: (_, error) =>
      cache.invalidateQueries({
        // Once it is refunded the dialog closes, and what it said beforehand stays until then.
        predicate: ({ queryKey: [path] }) => error !== null || path !== adminBilling.refundPreview.path,
      }),
  })
}
