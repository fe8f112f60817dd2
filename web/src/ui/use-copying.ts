import { useEffect, useState } from 'react'
import { toastFailure } from './toasts.ts'

/** How long it is said that something was copied, in milliseconds. */
const saidForMs = 2000

/** Puts texts on the clipboard, and knows for a moment that it did. Where the browser does not let it a toast says so. */
export function useCopying(onCopied?: () => void) {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), saidForMs)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async (text: string) => {
    try {
      // There is no clipboard without a secure connection, and its user may forbid it.
      await navigator.clipboard.writeText(text)
      setCopied(true)
      onCopied?.()
    } catch {
      toastFailure('Your browser did not let us copy it: select it and copy it by hand.')
    }
  }
  return { isCopied, copy: (text: string) => void copy(text) }
}
