import { PasswordInput, type PasswordInputProps } from '@mantine/core'

const reveal = { 'aria-label': 'Show or hide the password', tabIndex: 0 }

/** A password input with a button to reveal it. */
export function PasswordField(props: PasswordInputProps) {
  // Unlike other inputs, Mantine's PasswordInput does not set `aria-invalid`.
  return <PasswordInput visibilityToggleButtonProps={reveal} aria-invalid={props.error ? true : undefined} {...props} />
}
