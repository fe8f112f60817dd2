import { TextInput, type TextInputProps } from '@mantine/core'
import { useDebouncedText } from '../../lib/use-debounced-text.ts'

type TextFilterProps = Omit<TextInputProps, 'onChange' | 'value'> & {
  value: string | undefined
  onFilter: (value: string | undefined) => void
}

/** A text that a list is filtered by once typing pauses. */
export function TextFilter({ value, onFilter, ...props }: TextFilterProps) {
  const { text, type } = useDebouncedText(value ?? '', (next) => onFilter(next || undefined))
  return <TextInput {...props} value={text} onChange={({ currentTarget }) => type(currentTarget.value)} />
}
