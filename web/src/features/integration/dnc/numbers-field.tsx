import { Textarea, type TextareaProps } from '@mantine/core'
import { useState } from 'react'
import { getNumbersError, parseNumbers } from './numbers.ts'

/** State of a field for pasted phone numbers: the parsed numbers, and an error when there are more than `max`. */
export function useNumbersField(max: number) {
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const parsed = parseNumbers(text)
  const type = (next: string) => {
    setText(next)
    setError(undefined)
  }
  /** Returns the numbers if they are valid; otherwise sets the field's error. */
  const validate = () => {
    const refusal = getNumbersError(parsed, max)
    setError(refusal)
    return refusal ? undefined : parsed.numbers
  }
  return { text, error, parsed, type, validate }
}

type NumbersFieldProps = TextareaProps & { field: ReturnType<typeof useNumbersField> }

export const NumbersField = ({ field: { text, error, type }, ...props }: NumbersFieldProps) => (
  <Textarea
    {...props}
    rows={3}
    value={text}
    error={error}
    onChange={({ currentTarget }) => type(currentTarget.value)}
  />
)
