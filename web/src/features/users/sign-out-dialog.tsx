import { reason } from '@dooryard/contract/reason'
import type { User } from '@dooryard/contract/users'
import { Textarea } from '@mantine/core'
import { z } from 'zod'
import { nameOf } from '../../lib/names.ts'
import { CallDialog } from '../../ui/form/call-dialog.tsx'
import { CallForm } from '../../ui/form/call-form.tsx'
import { useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { useSingleFlight } from '../../ui/form/use-single-flight.ts'
import { useSignOut } from './users.data.ts'

const Form = z.object({ reason })

type SignOutFormProps = {
  user: User
  signOut: ReturnType<typeof useSignOut>
  onCancel: () => void
  onDone: () => void
}

function SignOutForm({ user, signOut, onCancel, onDone }: SignOutFormProps) {
  const singly = useSingleFlight()
  const form = useSchemaForm(Form, { reason: '' }, () => signOut.isError && signOut.reset())
  const submit = form.submit((values) =>
    singly((land) =>
      signOut.mutate(Form.parse(values), { onSuccess: onDone, onError: form.showRefusal, onSettled: land }),
    ),
  )
  return (
    <CallForm
      call={{ isPending: signOut.isPending, error: form.unlessOnFields(signOut.error) }}
      lead={
        <>
          Every browser in which {user.firstName} is signed in asks for the password again, and nobody acts as them any
          more. API keys go on working.
        </>
      }
      send={`Sign ${user.firstName} out`}
      isGrave
      onSubmit={submit}
      onCancel={onCancel}
    >
      <Textarea
        label="Reason"
        description="It is kept in the audit log."
        placeholder="Says that a laptop was stolen"
        rows={3}
        maxLength={500}
        data-autofocus
        readOnly={signOut.isPending}
        {...form.getInputProps('reason')}
      />
    </CallForm>
  )
}

type SignOutDialogProps = { user: User; opened: boolean; onClose: () => void }

/** Ends every session of a user, with a reason; open while `opened`. */
export function SignOutDialog({ user, opened, onClose }: SignOutDialogProps) {
  const signOut = useSignOut(user)
  return (
    <CallDialog
      call={signOut}
      opened={opened}
      onClose={onClose}
      title={`Sign ${nameOf(user)} out everywhere`}
      closeLabel="Cancel"
      closeOnClickOutside={false}
    >
      {(close) => opened && <SignOutForm user={user} signOut={signOut} onCancel={close} onDone={onClose} />}
    </CallDialog>
  )
}
