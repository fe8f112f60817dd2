import '@mantine/core/styles/Group.layer.css'
import '@mantine/core/styles/PinInput.layer.css'
import { Input, PinInput } from '@mantine/core'
import { type ClipboardEvent, type FocusEvent, type ReactNode, useId } from 'react'
import classes from './auth.module.css'

type CodeFieldProps = {
  label: string
  value: string
  onChange: (code: string) => void
  onBlur: (event: FocusEvent) => void
  /** What was pasted cannot be the code. */
  onWrongPaste: () => void
  error?: ReactNode
  'data-path'?: string
}

const length = 6

/** The six digits of a code: typed, filled in by the browser, or pasted with whatever stands around them. */
export function CodeField({ label, value, onChange, onBlur, onWrongPaste, error, 'data-path': path }: CodeFieldProps) {
  const id = useId()
  const errorId = `${id}-error`
  const paste = (event: ClipboardEvent) => {
    const digits = event.clipboardData.getData('text/plain').replace(/\D/g, '')
    if (digits.length < length) return
    event.preventDefault()
    event.stopPropagation()
    if (digits.length === length) onChange(digits)
    else onWrongPaste()
  }
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id: `${id}-label` }}
      error={error}
      errorProps={{ id: errorId, role: 'alert' }}
    >
      <PinInput
        // An id that it thought out itself it would change after the first render, and lose the focus with the cells.
        id={id}
        w="100%"
        classNames={{ pinInput: classes.cell, input: classes.digit }}
        length={length}
        type="number"
        inputType="text"
        inputMode="numeric"
        placeholder=""
        gap={8}
        size="lg"
        aria-labelledby={`${id}-label`}
        aria-describedby={error ? errorId : undefined}
        error={Boolean(error)}
        value={value}
        onChange={onChange}
        onPasteCapture={paste}
        onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && onBlur(event)}
        getInputProps={(index) => ({
          'aria-label': `Digit ${index + 1} of ${length}`,
          ...(index === 0 && { 'data-path': path, 'aria-describedby': error ? errorId : undefined }),
        })}
      />
    </Input.Wrapper>
  )
}
