import { ActionIcon } from '@mantine/core'
import { Check, Copy } from 'lucide-react'
import { useCopying } from '../use-copying.ts'

/** Puts a text on the clipboard, and says that it did. */
export function CopyButton({ value, what }: { value: string; what: string }) {
  const { copy, isCopied } = useCopying()
  const words = isCopied ? 'Copied' : `Copy ${what}`
  return (
    <ActionIcon aria-label={words} title={words} onClick={() => copy(value)}>
      {isCopied ? <Check size={16} aria-hidden="true" /> : <Copy size={16} aria-hidden="true" />}
    </ActionIcon>
  )
}
