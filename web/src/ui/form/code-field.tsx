import '@mantine/core/styles/Group.layer.css'
import '@mantine/core/styles/PinInput.layer.css'
import { Input, InputWrapperContext, PinInput } from '@mantine/core'
import {
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
} from 'react'
import classes from './code-field.module.css'

type CodeFieldProps = {
  label: string
  value: string
  onChange: (code: string) => void
  onBlur: (event: FocusEvent) => void
  /** Called when the pasted text cannot be a code. */
  onInvalidPaste: () => void
  error?: ReactNode
  'data-path'?: string
  'data-autofocus'?: boolean
}

const codeLength = 6

/** The default context, so that each of the six inputs keeps its own id. */
const outsideWrapper = {
  offsetTop: false,
  offsetBottom: false,
  inputId: undefined,
  labelId: undefined,
  getStyles: null,
}

/** The six digits of a code: typed, autofilled, or pasted with surrounding text. */
export function CodeField({
  label,
  value,
  onChange,
  onBlur,
  onInvalidPaste,
  error,
  'data-path': path,
  'data-autofocus': autoFocus,
}: CodeFieldProps) {
  const id = useId()
  const errorId = `${id}-error`
  const paste = (event: ClipboardEvent) => {
    const digits = event.clipboardData.getData('text/plain').replace(/\D/g, '')
    if (digits.length < codeLength) return
    event.preventDefault()
    event.stopPropagation()
    if (digits.length === codeLength) onChange(digits)
    else onInvalidPaste()
  }
  // Mantine's field drops Enter, because it is no digit.
  const submit = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    event.currentTarget.closest('form')?.requestSubmit()
  }
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id: `${id}-label` }}
      error={error}
      errorProps={{ id: errorId, role: 'alert' }}
    >
      <InputWrapperContext value={{ ...outsideWrapper, describedBy: error ? errorId : undefined }}>
        <PinInput
          // A generated id would change after the first render and lose the focus with the cells.
          id={id}
          w="100%"
          classNames={{ pinInput: classes.cell, input: classes.digit }}
          length={codeLength}
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
          onKeyDownCapture={submit}
          onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && onBlur(event)}
          getInputProps={(index) => ({
            'aria-label': `Digit ${index + 1} of ${codeLength}`,
            ...(index === 0 && {
              'data-path': path,
              'data-autofocus': autoFocus,
            }),
          })}
        />
      </InputWrapperContext>
    </Input.Wrapper>
  )
}

/** Submits the form when the code is complete; a code that was already tried waits for the button. */
export function useSubmitWhenComplete(code: string) {
  const element = useRef<HTMLFormElement>(null)
  const lastTried = useRef('')
  useEffect(() => {
    if (code.length < codeLength || code === lastTried.current) return
    lastTried.current = code
    element.current?.requestSubmit()
  }, [code])
  return element
}
