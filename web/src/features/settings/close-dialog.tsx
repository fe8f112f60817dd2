import { AccountClosure, account } from '@dooryard/contract/identity/account'
import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { useEndpointMutation } from '../../lib/api/use-endpoint-mutation.ts'
import { pluralize } from '../../lib/format/format.ts'
import { currentUserQuery } from '../../lib/session/current-user-query.ts'
import { session } from '../../lib/session/session.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { FormFields } from '../../ui/form/form-fields.tsx'
import { showSuccessToast } from '../../ui/toasts/toasts.ts'

/** Validates the password and the typed email address, which guards against closing by mistake. */
const buildClosureSchema = (email: string) =>
  AccountClosure.extend({
    email: z
      .string()
      .trim()
      .refine((text) => text.toLowerCase() === email.toLowerCase(), `Type ${email} to continue`),
  })

/** What closing the account does, with exact figures. */
function Consequences() {
  const { data } = useQuery(currentUserQuery())
  const { subscriptionCredits = 0, subscriptionCreditsHeld = 0, onDemandCredits = 0 } = data?.balance ?? {}
  const credits = subscriptionCredits + subscriptionCreditsHeld + onDemandCredits
  return (
    <Stack component="ul" gap={6} m={0} pl={20}>
      <li>You are signed out on all devices, including this one.</li>
      <li>Your name, email address, phone, company, address and photo are deleted immediately.</li>
      <li>Orders and credit transactions are kept without your personal data.</li>
      <li>The audit log keeps earlier changes to your profile.</li>
      {credits > 0 && (
        <li>
          <strong>{pluralize(credits, 'credit')}</strong> {credits === 1 ? 'is' : 'are'} lost.
        </li>
      )}
      <li>This cannot be undone.</li>
    </Stack>
  )
}

/** Explains what closing the account does, and closes it. */
export function CloseDialog({ email, opened, onClose }: { email: string; opened: boolean; onClose: () => void }) {
  const close = useEndpointMutation(account.close, {
    onSuccess: () => {
      session.end('asked')
      // Shown by the toast, since the screen is gone.
      showSuccessToast('Account closed')
    },
  })
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Close your account?"
      closeLabel="Cancel"
      schema={buildClosureSchema(email)}
      initialValues={{ email: '', password: '' }}
      call={close}
      send={({ password }) => close.mutateAsync({ body: { password } })}
      cancelLabel="Cancel"
      submitLabel="Close my account"
      isGrave
    >
      {(form) => (
        <>
          <Consequences />
          {/* Tells password managers which account this password belongs to. */}
          <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
          <FormFields
            form={form}
            fields={[
              {
                name: 'email',
                label: 'Your email address',
                description: `Type ${email} to confirm.`,
                type: 'email',
                autoComplete: 'off',
              },
              { name: 'password', kind: 'password', label: 'Password', autoComplete: 'current-password' },
            ]}
          />
        </>
      )}
    </FormDialog>
  )
}
