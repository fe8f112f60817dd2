import type { Price } from '@dooryard/contract/purchases'
import { useDebouncedValue } from '@mantine/hooks'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'

/** A coupon code that is being typed, and the code to ask for once typing pauses, or at once when told to. */
export function useCoupon(initial = '') {
  const [typed, setTyped] = useState(initial)
  const [told, setTold] = useState(initial)
  const wanted = typed.trim()
  const [paused] = useDebouncedValue(wanted, 500)
  const settled = told === wanted ? told : paused
  const code = wanted === '' ? '' : settled
  const isTyping = wanted !== '' && wanted !== settled
  return { typed, setTyped, code, isTyping, isAsked: code !== '' && !isTyping, check: () => setTold(wanted) }
}

/** The typed code with what its query says of it. */
export function toCheckedCoupon(
  coupon: ReturnType<typeof useCoupon>,
  { error, isPending }: Pick<UseQueryResult, 'error' | 'isPending'>,
  applied: Price['coupon'],
) {
  const { isAsked, isTyping } = coupon
  return {
    ...coupon,
    error: isAsked ? error : null,
    applied: isAsked ? applied : undefined,
    isChecking: isTyping || (isAsked && isPending),
  }
}

export type CheckedCoupon = ReturnType<typeof toCheckedCoupon>
