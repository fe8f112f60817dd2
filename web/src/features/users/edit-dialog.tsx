import { Person, type User } from '@dooryard/contract/users'
import { nameOf } from '../../lib/names.ts'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { FirstAndLastName, PhoneAndCompany } from './person-fields.tsx'
import { changedFacts, factsOf } from './user-rules.ts'
import { useChangeUser } from './users.data.ts'

type EditDialogProps = { user: User; opened: boolean; onClose: () => void }

/** Changes what a user is called and where they are reached; open while `opened`. */
export function EditDialog({ user, opened, onClose }: EditDialogProps) {
  const change = useChangeUser(user, (now) => `${nameOf(now)} is saved`)
  const known = factsOf(user)
  const send = async (values: typeof known) => {
    const changed = changedFacts(known, values)
    if (Object.keys(changed).length > 0) await change.mutateAsync(changed)
  }
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={`Edit ${nameOf(user)}`}
      schema={Person}
      initialValues={known}
      call={change}
      send={send}
      lead={`${user.email} stays: they sign in with it. What was and what is are both in the audit log.`}
      submitLabel="Save"
    >
      {(form) => {
        const field = (name: keyof typeof known) => ({ readOnly: change.isPending, ...form.getInputProps(name) })
        return (
          <>
            <FirstAndLastName field={field} isFirst />
            <PhoneAndCompany field={field} />
          </>
        )
      }}
    </FormDialog>
  )
}
