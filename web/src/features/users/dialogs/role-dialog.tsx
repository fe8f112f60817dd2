import { reason } from '@dooryard/contract/api/reason'
import { type Role, roles } from '@dooryard/contract/api/roles'
import { adminUsers } from '@dooryard/contract/identity/admin/admin-users'
import { z } from 'zod'
import { useEndpointMutation } from '../../../lib/api/use-endpoint-mutation.ts'
import { toTitleCase } from '../../../lib/format/format.ts'
import { formatUserName } from '../../../lib/format/user-name.ts'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { FormFields } from '../../../ui/form/form-fields.tsx'
import { reasonField } from '../../../ui/form/reason-dialog.tsx'
import { showSuccessToast } from '../../../ui/toasts/toasts.ts'
import type { UserDialogProps } from '../user-rules.ts'
import { refreshAllOptions } from '../users.data.ts'
import { Effects } from './account-effects.tsx'
import { listRoleEffects, roleDescriptions } from './user-effects.ts'

const RoleChange = z.object({ role: z.enum(roles, 'Choose a role'), reason })

const emptyValues: { role: Role | ''; reason: string } = { role: '', reason: '' }

/** Changes a user's role, with a reason; shows the effects first. */
export function RoleDialog({ user, opened, onClose }: UserDialogProps) {
  const change = useEndpointMutation(adminUsers.change, {
    ...refreshAllOptions,
    onSuccess: (now) => showSuccessToast(`Role of ${formatUserName(now)} changed to ${toTitleCase(now.role)}`),
  })
  const readOnly = change.isPending
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={`Change the role of ${formatUserName(user)}`}
      schema={RoleChange}
      initialValues={emptyValues}
      call={change}
      send={(values) => change.mutateAsync({ params: { id: user.id }, body: RoleChange.parse(values) })}
      submitLabel={({ role }) => (role ? `Make ${user.firstName} ${toTitleCase(role)}` : 'Change the role')}
      isGrave={({ role }) => role === 'SUPER_ADMIN'}
    >
      {(form) => {
        const { role } = form.values
        return (
          <>
            <FormFields
              form={form}
              readOnly={readOnly}
              fields={[
                {
                  name: 'role',
                  kind: 'select',
                  label: 'New role',
                  placeholder: `Now ${toTitleCase(user.role)}`,
                  description: role ? roleDescriptions[role] : undefined,
                  data: roles.filter((one) => one !== user.role).map((value) => ({ value, label: toTitleCase(value) })),
                  'data-autofocus': true,
                },
              ]}
            />
            {role && <Effects userId={user.id} listEffects={(usage) => listRoleEffects(user, role, usage)} />}
            <FormFields
              form={form}
              readOnly={readOnly}
              fields={[
                {
                  ...reasonField,
                  description: 'Recorded in the audit log.',
                  placeholder: 'Has signed up for campaigns by phone',
                },
              ]}
            />
          </>
        )
      }}
    </FormDialog>
  )
}
