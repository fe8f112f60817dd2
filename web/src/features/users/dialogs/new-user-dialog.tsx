import { type Role, roles } from '@dooryard/contract/api/roles'
import { adminUsers, NewUser } from '@dooryard/contract/identity/admin/admin-users'
import { ApiError } from '../../../lib/api/errors.ts'
import { useEndpointMutation } from '../../../lib/api/use-endpoint-mutation.ts'
import { toTitleCase } from '../../../lib/format/format.ts'
import { formatUserName } from '../../../lib/format/user-name.ts'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { FormFields } from '../../../ui/form/form-fields.tsx'
import { showSuccessToast } from '../../../ui/toasts/toasts.ts'
import { refreshAllOptions } from '../users.data.ts'
import { PersonFields } from './person-fields.tsx'
import { roleDescriptions } from './user-effects.ts'

const emptyValues = { email: '', firstName: '', lastName: '', phone: '', companyName: '', sendInvite: true }

const unknownOutcomeText =
  'The result is unknown. Look for the user in the list. Sending again from here does it only once.'

/** The server reports a taken email as a message without a field; assigns it to the email. */
function toEmailError(error: Error | null, email = ''): Error | null {
  if (!(error instanceof ApiError && email && error.message.includes(email))) return error
  const { status, code, message } = error
  return new ApiError(status, { ...(code && { code }), message, issues: [{ path: 'email', message }] })
}

/** Creates an account and invites its user; open while `opened`. */
export function NewUserDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const create = useEndpointMutation(adminUsers.create, {
    ...refreshAllOptions,
    isIdempotent: true,
    onSuccess: (user, { body: { sendInvite } }) =>
      showSuccessToast(sendInvite ? `Invited ${user.email}` : `Account of ${formatUserName(user)} created`),
  })
  const initialValues: typeof emptyValues & { role: Role | '' } = { ...emptyValues, role: '' }
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
      unknown={unknownOutcomeText}
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
                  data: roles.map((value) => ({ value, label: toTitleCase(value) })),
                },
                {
                  name: 'sendInvite',
                  kind: 'switch',
                  label: 'Send an invitation',
                  description: sendInvite
                    ? 'By email, with a code valid for 7 days. They set their own password.'
                    : 'They can’t sign in until you invite them or they reset their password.',
                },
              ]}
            />
          </>
        )
      }}
    </FormDialog>
  )
}
