import { useEffect, useState } from 'react'

/**
 * Whether something that fades in is open, which it never is at its very first sight: Mantine remembers where the focus
 * was, to give it back, when a dialog goes from closed to open, and not when one is open from the start.
 */
export function useOpened(opened: boolean): boolean {
  const [isThere, setThere] = useState(false)
  useEffect(() => setThere(true), [])
  return opened && isThere
}
