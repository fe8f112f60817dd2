import { ActionIcon } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { Check, Copy } from 'lucide-react'

/** Puts a text on the clipboard, and says that it did. */
export function CopyButton({ value, what }: { value: string; what: string }) {
  const { copy, copied } = useClipboard({ timeout: 2000 })
  const words = copied ? 'Copied' : `Copy ${what}`
  return (
    <ActionIcon aria-label={words} title={words} onClick={() => copy(value)}>
      {copied ? <Check size={16} aria-hidden="true" /> : <Copy size={16} aria-hidden="true" />}
    </ActionIcon>
  )
}
