import { account, ClosingAccount } from '@dooryard/contract/account'
import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { plural } from '../../lib/format.ts'
import { me } from '../../lib/me.ts'
import { session } from '../../lib/session.ts'
import { useCall } from '../../lib/use-call.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { FormFields } from '../../ui/form/form-fields.tsx'
import { toastDone } from '../../ui/toasts/toasts.ts'

/** The password that closes the account, and its email address typed out, so that it is not closed by mistake. */
const closingSchema = (email: string) =>
  ClosingAccount.extend({
    email: z
      .string()
      .trim()
      .refine((typed) => typed.toLowerCase() === email.toLowerCase(), `Type ${email} to go on`),
  })

/** What closing does, to the word. */
function Consequences() {
  const { data } = useQuery(me())
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
          <strong>{plural(credits, 'credit')}</strong> {credits === 1 ? 'is' : 'are'} lost.
        </li>
      )}
      <li>It cannot be taken back.</li>
    </Stack>
  )
}

/** Says what closing the account does, and does it. */
export function CloseDialog({ email, opened, onClose }: { email: string; opened: boolean; onClose: () => void }) {
  const close = useCall(account.close, {
    onSuccess: () => {
      session.end('asked')
      // Said here, for the screen that asked is gone.
      toastDone('Your account is closed')
    },
  })
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Close your account?"
      closeLabel="Keep the account"
      schema={closingSchema(email)}
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
          {/* Tells password managers whose password this is. */}
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
