import type { SignInProvider } from '@dooryard/contract/identity/external-sign-in'
import { useUser } from '../../../lib/session/use-user.ts'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { OwnerPasswordFields, OwnerPasswordValues } from '../owner-password.tsx'
import { useConnect } from './use-connect.ts'

type ConnectDialogProps = { provider: SignInProvider; opened: boolean; onClose: () => void }

/** Asks for the password of an account without a second factor, and leaves for the page of the provider. */
export function ConnectDialog({ provider, opened, onClose }: ConnectDialogProps) {
  const { email } = useUser()
  const connect = useConnect(provider)
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      // It stays until the page of the provider opens.
      onDone={() => undefined}
      title={`Connect ${provider.name}`}
      schema={OwnerPasswordValues}
      initialValues={{ password: '' }}
      call={{ ...connect, isPending: connect.isPending || connect.isSuccess }}
      send={connect.mutateAsync}
      submitLabel="Continue"
      lead={`Confirm that it is you. ${provider.name} then asks which account to connect.`}
    >
      {(form) => <OwnerPasswordFields email={email} form={form} />}
    </FormDialog>
  )
}
