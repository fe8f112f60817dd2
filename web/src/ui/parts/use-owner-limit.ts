import { useEffect, useState } from 'react'
import type { ApiError } from '../../lib/errors.ts'

/** What to say while the rows with owners of a day are used up, and once more can be read. */
export function useOwnerLimit({ message, retryAt = 0 }: ApiError) {
  const [past, setPast] = useState<number>()
  useEffect(() => {
    const timer = setTimeout(() => setPast(retryAt), Math.max(0, retryAt - Date.now()))
    return () => clearTimeout(timer)
  }, [retryAt])
  return past === retryAt
    ? { isOver: true, title: 'More owners can be shown', text: 'The limit of owners for a day begins anew.' }
    : { isOver: false, title: 'The limit of owners for a day is reached', text: message }
}
