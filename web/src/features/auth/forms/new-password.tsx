import { Box, Group, type PasswordInputProps } from '@mantine/core'
import { useId } from 'react'
import { PasswordField } from '../../../ui/form/password-field.tsx'
import classes from '../auth.module.css'

/** Rates a password by its length: length makes guessing expensive, and four plain words make a good password. */
export function getPasswordStrength(length: number): { level: 0 | 1 | 2 | 3; label: string } {
  if (length < 8) return { level: 0, label: 'At least 8 characters' }
  if (length < 12) return { level: 1, label: 'Short: add words to make it stronger' }
  if (length < 16) return { level: 2, label: 'Good length' }
  return { level: 3, label: 'Strong length' }
}

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

/** Shows the strength of a new password, by its length alone: nothing is sent. */
function PasswordStrength({ password, id }: { password: string; id: string }) {
  const { level, label } = getPasswordStrength(password.length)
  const filled = `var(--mantine-color-${level === 1 ? 'warn' : 'good'}-filled)`
  return (
    <Group gap={10} c="dimmed" fz="sm" lh="18px" wrap="nowrap" className={classes.inMessageRoom}>
      <Group component="span" gap={3} wrap="nowrap" aria-hidden="true">
        {[1, 2, 3].map((bar) => (
          <Box
            key={bar}
            component="span"
            w={20}
            h={4}
            bdrs={2}
            bg={bar <= level ? filled : 'var(--mantine-color-default-border)'}
          />
        ))}
      </Group>
      <span id={id}>{label}</span>
    </Group>
  )
}
