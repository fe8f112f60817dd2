import { CloseButton, TextInput } from '@mantine/core'
import { useDebouncedText } from '../lib/use-debounced-text.ts'
import { noteTyped } from './count-marks.ts'
import { typingPause } from './typing-pause.ts'

type TextFieldProps = { label: string; placeholder: string; value: string; onChange: (value: string) => void }

/** A part of a name. */
export function TextField({ label, placeholder, value, onChange }: TextFieldProps) {
  const { text, type, set } = useDebouncedText(value, onChange, typingPause)
  return (
    <TextInput
      size="sm"
      label={label}
      placeholder={placeholder}
      maxLength={100}
      value={text}
      onChange={(event) => {
        noteTyped()
        type(event.currentTarget.value)
      }}
      rightSection={text && <CloseButton size="sm" aria-label={`Clear ${label}`} onClick={() => set('')} />}
    />
  )
}
