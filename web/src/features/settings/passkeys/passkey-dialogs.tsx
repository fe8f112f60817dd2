import { type Passkey, PasskeyNaming } from '@dooryard/contract/identity/passkeys'
import { useState } from 'react'
import { z } from 'zod'
import { useUser } from '../../../lib/session/use-user.ts'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { FormFields } from '../../../ui/form/form-fields.tsx'
import { showSuccessToast } from '../../../ui/toasts/toasts.ts'
import { OwnerPasswordFields, OwnerPasswordValues } from '../owner-password.tsx'
import { RecoveryCodes } from '../two-step/recovery-codes.tsx'
import { useAddPasskey, useRenamePasskey } from './passkeys.data.ts'

const firstFactorLead = 'Confirm that it is you. Your other devices are signed out. '

type DialogProps = { opened: boolean; onClose: () => void }

/**
 * Asks for the password where there is no second factor, has the browser create a passkey, and shows the recovery codes
 * that come with the first one.
 */
export function AddPasskeyDialog({ needsPassword, opened, onClose }: DialogProps & { needsPassword: boolean }) {
  const { email } = useUser()
  const [codes, setCodes] = useState<string[]>([])
  const add = useAddPasskey(({ passkey, recoveryCodes }) => {
    showSuccessToast(`${passkey.name} added`)
    setCodes(recoveryCodes)
    if (recoveryCodes.length === 0) onClose()
  })
  const close = () => {
    setCodes([])
    onClose()
  }
  return (
    <FormDialog
      opened={opened}
      onClose={close}
      onDone={() => undefined}
      title="Add a passkey"
      sent={
        codes.length > 0
          ? {
              title: 'Your recovery codes',
              closeLabel: 'Close',
              children: (done) => <RecoveryCodes email={email} codes={codes} onDone={done} />,
            }
          : undefined
      }
      schema={needsPassword ? OwnerPasswordValues : z.object({})}
      initialValues={{ password: '' }}
      call={add}
      send={({ password }) => add.mutateAsync(needsPassword ? { password } : {})}
      submitLabel="Continue"
      lead={`${needsPassword ? firstFactorLead : ''}Your browser asks where to keep the passkey.`}
    >
      {(form) => needsPassword && <OwnerPasswordFields email={email} form={form} />}
    </FormDialog>
  )
}

export function RenamePasskeyDialog({ passkey, opened, onClose }: DialogProps & { passkey: Passkey }) {
  const rename = useRenamePasskey()
  return (
    <FormDialog
      key={passkey.id}
      opened={opened}
      onClose={onClose}
      title="Rename passkey"
      schema={PasskeyNaming}
      initialValues={{ name: passkey.name }}
      call={rename}
      send={(body) => rename.mutateAsync({ params: { passkeyId: passkey.id }, body })}
      submitLabel="Save name"
    >
      {(form) => (
        <FormFields form={form} fields={[{ name: 'name', label: 'Name', maxLength: 100, 'data-autofocus': true }]} />
      )}
    </FormDialog>
  )
}
