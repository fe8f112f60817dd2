import { ActionIcon } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { Check, Copy } from 'lucide-react'
import { useEffect, useLayoutEffect } from 'react'
import { showErrorToast } from '../toasts/toasts.ts'

/** Copies text to the clipboard; `isCopied` stays true for 2 s. A toast reports a failure. */
export function useCopy(onCopied?: () => void) {
  const { copy, copied, error } = useClipboard({ timeout: 2000 })
  // Before "Copied" is seen: what follows, such as Escape, counts on it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each copy
  useLayoutEffect(() => {
    if (copied) onCopied?.()
  }, [copied])
  useEffect(() => {
    // The clipboard needs a secure connection and the user's permission.
    if (error) showErrorToast('Your browser did not let us copy it: select it and copy it by hand.')
  }, [error])
  return { isCopied: copied, copy }
}

export function CopyButton({ value, what }: { value: string; what: string }) {
  const { copy, isCopied } = useCopy()
  const label = isCopied ? 'Copied' : `Copy ${what}`
  return (
    <ActionIcon aria-label={label} data-hint={label} onClick={() => copy(value)}>
      {isCopied ? <Check size={16} aria-hidden="true" /> : <Copy size={16} aria-hidden="true" />}
    </ActionIcon>
  )
}
