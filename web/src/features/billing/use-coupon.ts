import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'

/** A coupon code that is being typed, and the code to ask for once typing pauses, or at once when told to. */
export function useCoupon(initial = '') {
  const [typed, setTyped] = useState(initial)
  const [told, setTold] = useState(initial)
  const wanted = typed.trim()
  const [paused] = useDebouncedValue(wanted, 500)
  const settled = told === wanted ? told : paused
  return {
    typed,
    setTyped,
    code: wanted === '' ? '' : settled,
    isTyping: wanted !== '' && wanted !== settled,
    check: () => setTold(wanted),
  }
}

export type CouponText = ReturnType<typeof useCoupon>
