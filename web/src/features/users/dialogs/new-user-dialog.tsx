import { adminUsers, NewUser } from '@dooryard/contract/admin-users'
import { type Role, roles } from '@dooryard/contract/roles'
import { ApiError } from '../../../lib/errors.ts'
import { titleCase } from '../../../lib/format.ts'
import { nameOf } from '../../../lib/names.ts'
import { useCall } from '../../../lib/use-call.ts'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { FormFields } from '../../../ui/form/form-fields.tsx'
import { toastDone } from '../../../ui/toasts/toasts.ts'
import { refreshesAll } from '../users.data.ts'
import { PersonFields } from './person-fields.tsx'
import { roleDescriptions } from './user-effects.ts'

const blank = { email: '', firstName: '', lastName: '', phone: '', companyName: '', sendInvite: true }

const mayBeDone =
  'We do not know whether this was done: look for them in the list. Sent again from here, it is done only once.'

/** The server says of the email alone that it is taken, in a sentence that names it. */
function toEmailError(error: Error | null, email = ''): Error | null {
  if (!(error instanceof ApiError && email && error.message.includes(email))) return error
  const { status, code, message } = error
  return new ApiError(status, { ...(code && { code }), message, issues: [{ path: 'email', message }] })
}

/** Makes an account for somebody, and invites them; open while `opened`. */
export function NewUserDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const create = useCall(adminUsers.create, {
    ...refreshesAll,
    onceOnly: true,
    onSuccess: (user, { body: { sendInvite } }) =>
      toastDone(sendInvite ? `Invited ${user.email}` : `${nameOf(user)} has an account`),
  })
  const initialValues: typeof blank & { role: Role | '' } = { ...blank, role: '' }
  const send = async (values: typeof initialValues) => {
    const body = NewUser.parse(values)
    await create.mutateAsync({ body }).catch((error) => {
      throw toEmailError(error, body.email)
    })
  }
  const readOnly = create.isPending
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="New user"
      schema={NewUser}
      initialValues={initialValues}
      call={{ ...create, error: toEmailError(create.error, create.variables?.body.email) }}
      send={send}
      unknown={mayBeDone}
      submitLabel={({ sendInvite }) => (sendInvite ? 'Create and invite' : 'Create')}
    >
      {(form) => {
        const { role, sendInvite } = form.values
        return (
          <>
            <FormFields
              form={form}
              readOnly={readOnly}
              fields={[{ name: 'email', label: 'Email', type: 'email', autoComplete: 'off', 'data-autofocus': true }]}
            />
            <PersonFields form={form} readOnly={readOnly} />
            <FormFields
              form={form}
              readOnly={readOnly}
              fields={[
                {
                  name: 'role',
                  kind: 'select',
                  label: 'Role',
                  placeholder: 'Choose a role',
                  description: role ? roleDescriptions[role] : undefined,
                  data: roles.map((value) => ({ value, label: titleCase(value) })),
                },
                {
                  name: 'sendInvite',
                  kind: 'switch',
                  label: 'Send an invitation',
                  description: sendInvite
                    ? 'By mail, with a code that is good for 7 days. They choose their own password with it.'
                    : 'Nobody can sign in until they are invited, or ask for a new password themselves.',
                },
              ]}
            />
          </>
        )
      }}
    </FormDialog>
  )
}
