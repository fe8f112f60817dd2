import type { PasswordInputProps } from '@mantine/core'
import { useId } from 'react'
import { PasswordField } from '../../ui/form/inputs.tsx'
import { PasswordStrength } from './password-strength.tsx'

type NewPasswordProps = { label: string; value: string; field: PasswordInputProps; confirm: PasswordInputProps }

/** A new password, typed twice. */
export function NewPassword({ label, value, field, confirm }: NewPasswordProps) {
  const strengthId = useId()
  return (
    <>
      <div>
        <PasswordField label={label} autoComplete="new-password" size="md" aria-describedby={strengthId} {...field} />
        {!field.error && <PasswordStrength password={value} id={strengthId} />}
      </div>
      <PasswordField label="Confirm password" autoComplete="new-password" size="md" {...confirm} />
    </>
  )
}
