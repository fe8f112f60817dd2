import { Person, type User } from '@dooryard/contract/users'
import { nameOf } from '../../lib/names.ts'
import { CallDialog } from '../../ui/form/call-dialog.tsx'
import { CallForm } from '../../ui/form/call-form.tsx'
import { useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { useSingleFlight } from '../../ui/form/use-single-flight.ts'
import { FirstAndLastName, PhoneAndCompany } from './person-fields.tsx'
import { changedFacts, factsOf } from './user-rules.ts'
import { useChangeUser } from './users.data.ts'

type EditFormProps = {
  user: User
  change: ReturnType<typeof useChangeUser>
  onCancel: () => void
  onDone: () => void
}

function EditForm({ user, change, onCancel, onDone }: EditFormProps) {
  const singly = useSingleFlight()
  const form = useSchemaForm(Person, factsOf(user), () => change.isError && change.reset())
  const submit = form.submit((values) => {
    const changed = changedFacts(factsOf(user), values)
    if (Object.keys(changed).length === 0) return onDone()
    singly((land) => change.mutate(changed, { onSuccess: onDone, onError: form.showRefusal, onSettled: land }))
  })
  const field = (name: keyof typeof form.values) => ({ readOnly: change.isPending, ...form.getInputProps(name) })
  return (
    <CallForm
      call={change}
      form={form}
      lead={`${user.email} stays: they sign in with it. What was and what is are both in the audit log.`}
      send="Save"
      onSubmit={submit}
      onCancel={onCancel}
    >
      <FirstAndLastName field={field} isFirst />
      <PhoneAndCompany field={field} />
    </CallForm>
  )
}

type EditDialogProps = { user: User; opened: boolean; onClose: () => void }

/** Changes what a user is called and where they are reached; open while `opened`. */
export function EditDialog({ user, opened, onClose }: EditDialogProps) {
  const change = useChangeUser(user, (now) => `${nameOf(now)} is saved`)
  return (
    <CallDialog
      call={change}
      opened={opened}
      onClose={onClose}
      title={`Edit ${nameOf(user)}`}
      closeLabel="Cancel"
      closeOnClickOutside={false}
    >
      {(close) => opened && <EditForm user={user} change={change} onCancel={close} onDone={onClose} />}
    </CallDialog>
  )
}
