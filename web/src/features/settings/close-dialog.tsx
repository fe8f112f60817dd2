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
      <li>Every device is signed out, this one too.</li>
      <li>Your name, email address, phone, company, address and picture are erased from your account at once.</li>
      <li>Your orders and the record of your credits stay, without saying who you were.</li>
      <li>The audit log stays as it is: it keeps what your profile said before and after each change.</li>
      {credits > 0 && (
        <li>
          <strong>{pluralize(credits, 'credit')}</strong> {credits === 1 ? 'is' : 'are'} lost.
        </li>
      )}
      <li>It cannot be taken back.</li>
    </Stack>
  )
}

/** Explains what closing the account does, and closes it. */
export function CloseDialog({ email, opened, onClose }: { email: string; opened: boolean; onClose: () => void }) {
  const close = useEndpointMutation(account.close, {
    onSuccess: () => {
      session.end('asked')
      // Shown by the toast, since the screen is gone.
      showSuccessToast('Your account is closed')
    },
  })
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Close your account?"
      closeLabel="Keep the account"
      schema={buildClosureSchema(email)}
      initialValues={{ email: '', password: '' }}
      call={close}
      send={({ password }) => close.mutateAsync({ body: { password } })}
      cancelLabel="Keep it"
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
                description: `Type ${email}, so that no account is closed by mistake.`,
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
