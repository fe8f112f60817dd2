import '@mantine/core/styles/Switch.layer.css'
import { NewUser } from '@dooryard/contract/admin-users'
import { type Role, roles } from '@dooryard/contract/roles'
import { Select, Switch, TextInput } from '@mantine/core'
import { ApiError } from '../../lib/errors.ts'
import { titleCase } from '../../lib/format.ts'
import { CallDialog } from '../../ui/form/call-dialog.tsx'
import { CallForm } from '../../ui/form/call-form.tsx'
import { useSchemaForm, useSingleFlight } from '../../ui/form/use-schema-form.ts'
import { FirstAndLastName, PhoneAndCompany } from './person-fields.tsx'
import { roleWords } from './user-effects.ts'
import { useCreateUser } from './users.data.ts'

const blank = { email: '', firstName: '', lastName: '', phone: '', companyName: '', sendInvite: true }

const mayBeDone =
  'We do not know whether this was done: look for them in the list. Sent again from here, it is done only once.'

/** Said of the email, which the sentence names, and of nothing else in the form. */
const isOfEmail = (error: unknown, email: string) => error instanceof ApiError && error.message.includes(email.trim())

type NewUserFormProps = { create: ReturnType<typeof useCreateUser>; onCancel: () => void; onDone: () => void }

/** The form with its values, what sends it, and what is said over it. */
function useNewUserForm({ create, onDone }: NewUserFormProps) {
  const singly = useSingleFlight()
  const initial: typeof blank & { role: Role | '' } = { ...blank, role: '' }
  const form = useSchemaForm(NewUser, initial, () => create.isError && create.reset())
  const refuse = (error: unknown) => {
    form.showRefusal(error)
    const { email } = form.getValues()
    if (!(error instanceof ApiError) || !isOfEmail(error, email)) return
    form.setFieldError('email', error.message)
    form.getInputNode('email')?.focus()
  }
  const submit = form.submit((values) =>
    singly((land) => create.mutate(NewUser.parse(values), { onSuccess: onDone, onError: refuse, onSettled: land })),
  )
  const error = isOfEmail(create.error, form.values.email) ? null : form.unlessOnFields(create.error)
  return { form, submit, error }
}

function NewUserForm(props: NewUserFormProps) {
  const { create, onCancel } = props
  const { form, submit, error } = useNewUserForm(props)
  const field = (name: keyof typeof form.values) => ({ readOnly: create.isPending, ...form.getInputProps(name) })
  const { role, sendInvite } = form.values
  return (
    <CallForm
      call={{ isPending: create.isPending, error }}
      unknown={mayBeDone}
      send={sendInvite ? 'Create and invite' : 'Create'}
      onSubmit={submit}
      onCancel={onCancel}
    >
      <TextInput label="Email" type="email" autoComplete="off" data-autofocus {...field('email')} />
      <FirstAndLastName field={field} />
      <PhoneAndCompany field={field} />
      <Select
        label="Role"
        placeholder="Choose a role"
        description={role ? roleWords[role] : undefined}
        data={roles.map((value) => ({ value, label: titleCase(value) }))}
        allowDeselect={false}
        {...field('role')}
        value={role || null}
      />
      <Switch
        label="Send an invitation"
        description={
          sendInvite
            ? 'By mail, with a code that is good for 7 days. They choose their own password with it.'
            : 'Nobody can sign in until they are invited, or ask for a new password themselves.'
        }
        disabled={create.isPending}
        {...form.getInputProps('sendInvite', { type: 'checkbox' })}
      />
    </CallForm>
  )
}

/** Makes an account for somebody, and invites them; open while `opened`. */
export function NewUserDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const create = useCreateUser()
  return (
    <CallDialog
      call={create}
      opened={opened}
      onClose={onClose}
      title="New user"
      closeLabel="Cancel"
      closeOnClickOutside={false}
    >
      {(close) => opened && <NewUserForm create={create} onCancel={close} onDone={onClose} />}
    </CallDialog>
  )
}
