import type { Purchase } from '@dooryard/contract/purchases'
import { useSingleFlight } from '../../ui/form/use-schema-form.ts'
import { useChangeCard, useCreateCheckout } from './billing.data.ts'
import { useLeaving } from './use-money.ts'
import { type Errand, keepErrand } from './way-back.ts'

/** Begins a purchase and leads to where it is paid for. */
export function useCheckout(errand: Errand = {}) {
  const create = useCreateCheckout()
  const { isLeaving, leaveFor } = useLeaving()
  const singly = useSingleFlight()
  const buy = (body: Purchase) =>
    singly((land) =>
      create.mutate(body, {
        onSuccess: ({ sessionId, url }) => {
          keepErrand(sessionId, { ...errand, plan: body.planId, pack: body.packId, coupon: body.couponCode })
          leaveFor(url)
        },
        onSettled: land,
      }),
    )
  return { buy, isBusy: create.isPending || isLeaving, error: create.error }
}

/** Leads to where a card is put on file. */
export function useCardChange() {
  const change = useChangeCard()
  const { isLeaving, leaveFor } = useLeaving()
  const singly = useSingleFlight()
  const begin = () =>
    singly((land) => change.mutate(undefined, { onSuccess: ({ url }) => leaveFor(url), onSettled: land }))
  return { begin, isBusy: change.isPending || isLeaving }
}
