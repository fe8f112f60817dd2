import { Textarea, type TextareaProps } from '@mantine/core'
import { useState } from 'react'
import { parseNumbers, whyRefused } from './numbers.ts'

/** Phone numbers that are pasted into a field: what was read so far, and why not more than `most` of them are taken. */
export function useNumbers(most: number) {
  const [text, setText] = useState('')
  const [fault, setFault] = useState<string>()
  const parsed = parseNumbers(text)
  const type = (next: string) => {
    setText(next)
    setFault(undefined)
  }
  /** The numbers, where they can be sent; else the field says why not. */
  const take = () => {
    const refusal = whyRefused(parsed, most)
    setFault(refusal)
    return refusal ? undefined : parsed.numbers
  }
  return { text, fault, parsed, type, take }
}

type NumbersFieldProps = TextareaProps & { typed: ReturnType<typeof useNumbers> }

export const NumbersField = ({ typed: { text, fault, type }, ...props }: NumbersFieldProps) => (
  <Textarea
    {...props}
    rows={3}
    value={text}
    error={fault}
    onChange={({ currentTarget }) => type(currentTarget.value)}
  />
)
