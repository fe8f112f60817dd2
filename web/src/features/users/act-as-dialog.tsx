import { ImpersonationStart } from '@dooryard/contract/admin-users'
import type { User } from '@dooryard/contract/users'
import { Textarea } from '@mantine/core'
import { nameOf } from '../../lib/names.ts'
import { CallDialog } from '../../ui/form/call-dialog.tsx'
import { CallForm } from '../../ui/form/call-form.tsx'
import { useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { useSingleFlight } from '../../ui/form/use-single-flight.ts'
import { useActAs } from './users.data.ts'

type ActAsFormProps = { user: User; actAs: ReturnType<typeof useActAs>; onCancel: () => void }

function ActAsForm({ user, actAs, onCancel }: ActAsFormProps) {
  const singly = useSingleFlight()
  const form = useSchemaForm(ImpersonationStart, { reason: '' }, () => actAs.isError && actAs.reset())
  const submit = form.submit((body) =>
    singly((land) => actAs.mutate({ id: user.id, body }, { onError: form.showRefusal, onSettled: land })),
  )
  return (
    <CallForm
      call={actAs}
      lead={
        <>
          For one hour you see and do what {user.firstName} can. Everything you do is logged under your name, with this
          reason. Their password, their sessions and the closing of their account stay out of reach.
        </>
      }
      send={`Act as ${user.firstName}`}
      onSubmit={submit}
      onCancel={onCancel}
    >
      <Textarea
        label="Reason"
        placeholder="Asked by phone why an order came back short"
        rows={3}
        maxLength={500}
        data-autofocus
        readOnly={actAs.isPending}
        {...form.getInputProps('reason')}
      />
    </CallForm>
  )
}

/** Asks an administrator why, before they act as a user; open while there is one. */
export function ActAsDialog({ user, onClose }: { user: User | undefined; onClose: () => void }) {
  const actAs = useActAs()
  return (
    <CallDialog
      call={actAs}
      opened={user !== undefined}
      onClose={onClose}
      title={user && `Act as ${nameOf(user)}`}
      closeLabel="Cancel"
      closeOnClickOutside={false}
    >
      {(close) => user && <ActAsForm user={user} actAs={actAs} onCancel={close} />}
    </CallDialog>
  )
}
