import { ActionIcon } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { Check, Copy } from 'lucide-react'
import { useEffect } from 'react'
import { toastFailure } from '../toasts/toasts.ts'

/** Puts texts on the clipboard, and knows for 2 s that it did. Where the browser does not let it a toast says so. */
export function useCopying(onCopied?: () => void) {
  const { copy, copied, error } = useClipboard({ timeout: 2000 })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each copy
  useEffect(() => {
    if (copied) onCopied?.()
  }, [copied])
  useEffect(() => {
    // There is no clipboard without a secure connection, and its user may forbid it.
    if (error) toastFailure('Your browser did not let us copy it: select it and copy it by hand.')
  }, [error])
  return { isCopied: copied, copy }
}

export function CopyButton({ value, what }: { value: string; what: string }) {
  const { copy, isCopied } = useCopying()
  const label = isCopied ? 'Copied' : `Copy ${what}`
  return (
    <ActionIcon aria-label={label} title={label} onClick={() => copy(value)}>
      {isCopied ? <Check size={16} aria-hidden="true" /> : <Copy size={16} aria-hidden="true" />}
    </ActionIcon>
  )
}
