import { PasswordInput, type PasswordInputProps } from '@mantine/core'

const reveal = { 'aria-label': 'Show or hide the password', tabIndex: 0 }

/** A password, which can be shown to whoever types it. */
export function PasswordField(props: PasswordInputProps) {
  // Unlike other inputs, Mantine's leaves it to the eye that what was typed is wrong.
  return <PasswordInput visibilityToggleButtonProps={reveal} aria-invalid={props.error ? true : undefined} {...props} />
}
