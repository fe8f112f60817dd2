import type { Price } from '@dooryard/contract/billing/purchases'
import { useDebouncedValue } from '@mantine/hooks'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'

/** The coupon code being typed, and the code to check once typing pauses or immediately on `check`. */
export function useCoupon(initial = '') {
  const [typed, setTyped] = useState(initial)
  const [confirmed, setConfirmed] = useState(initial)
  const trimmed = typed.trim()
  const [debounced] = useDebouncedValue(trimmed, 500)
  const settled = confirmed === trimmed ? confirmed : debounced
  const code = trimmed === '' ? '' : settled
  const isTyping = trimmed !== '' && trimmed !== settled
  return { typed, setTyped, code, isTyping, isReady: code !== '' && !isTyping, check: () => setConfirmed(trimmed) }
}

/** Combines the typed code with the result of its query. */
export function toCheckedCoupon(
  coupon: ReturnType<typeof useCoupon>,
  { error, isPending }: Pick<UseQueryResult, 'error' | 'isPending'>,
  applied: Price['coupon'],
) {
  const { isReady, isTyping } = coupon
  return {
    ...coupon,
    error: isReady ? error : null,
    applied: isReady ? applied : undefined,
    isChecking: isTyping || (isReady && isPending),
  }
}

export type CheckedCoupon = ReturnType<typeof toCheckedCoupon>
