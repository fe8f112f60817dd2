import { type SandboxCheckout, sandbox } from '@dooryard/contract/payments'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { queryOf } from '../../lib/query.ts'

/** What is to be paid. */
export const checkoutOf = (session: string) => queryOf(sandbox.checkout, { params: { session } })

/** Takes over how a checkout stands. One that is paid is left at once, so what it says is not needed any more. */
function useShow(session: string) {
  const cache = useQueryClient()
  return (checkout: SandboxCheckout) => {
    if (checkout.status !== 'PAID') cache.setQueryData(checkoutOf(session).queryKey, checkout)
  }
}

/** Pays with a test card. */
export function usePay(session: string) {
  const show = useShow(session)
  return useMutation({
    mutationFn: (card: string) => api.call(sandbox.pay, { params: { session }, body: { card } }),
    onSuccess: show,
  })
}

/** Answers for the bank. */
export function useConfirm(session: string) {
  const cache = useQueryClient()
  const show = useShow(session)
  return useMutation({
    mutationFn: (approve: boolean) => api.call(sandbox.confirm, { params: { session }, body: { approve } }),
    onSuccess: show,
    // What the bank refused no longer waits for it.
    onError: () => cache.invalidateQueries({ queryKey: checkoutOf(session).queryKey }),
  })
}
