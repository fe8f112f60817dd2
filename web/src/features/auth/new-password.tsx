import { Box, Group, type PasswordInputProps } from '@mantine/core'
import { useId } from 'react'
import { PasswordField } from '../../ui/form/password-field.tsx'

/** How far the length of a password goes: length is what makes guessing long, and four plain words make a good one. */
export function strengthOf(length: number): { level: 0 | 1 | 2 | 3; words: string } {
  if (length < 8) return { level: 0, words: 'At least 8 characters' }
  if (length < 12) return { level: 1, words: 'Short: a few words are harder to guess' }
  if (length < 16) return { level: 2, words: 'Good length' }
  return { level: 3, words: 'Strong length' }
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

/** How hard a new password is to guess, going by its length alone: nothing of it leaves the screen. */
function PasswordStrength({ password, id }: { password: string; id: string }) {
  const { level, words } = strengthOf(password.length)
  const filled = `var(--mantine-color-${level === 1 ? 'warn' : 'good'}-filled)`
  return (
    <Group gap={10} mt="xs" c="dimmed" fz="sm" lh="18px" wrap="nowrap">
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
      <span id={id}>{words}</span>
    </Group>
  )
}
