import { adminUsers } from '@dooryard/contract/admin-users'
import { reason } from '@dooryard/contract/reason'
import { type Role, roles } from '@dooryard/contract/roles'
import { z } from 'zod'
import { titleCase } from '../../../lib/format.ts'
import { nameOf } from '../../../lib/names.ts'
import { useCall } from '../../../lib/use-call.ts'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { FormFields } from '../../../ui/form/form-fields.tsx'
import { reasonField } from '../../../ui/form/reason-dialog.tsx'
import { toastDone } from '../../../ui/toasts/toasts.ts'
import type { UserDialogProps } from '../user-rules.ts'
import { refreshesAll } from '../users.data.ts'
import { Effects } from './effects.tsx'
import { roleDescriptions, roleEffects } from './user-effects.ts'

const RoleChange = z.object({ role: z.enum(roles, 'Choose a role'), reason })

const blank: { role: Role | ''; reason: string } = { role: '', reason: '' }

/** Gives a user another role, with a reason; says first what comes of it. */
export function RoleDialog({ user, opened, onClose }: UserDialogProps) {
  const change = useCall(adminUsers.change, {
    ...refreshesAll,
    onSuccess: (now) => toastDone(`${nameOf(now)} is ${titleCase(now.role)} now`),
  })
  const readOnly = change.isPending
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={`Change the role of ${nameOf(user)}`}
      schema={RoleChange}
      initialValues={blank}
      call={change}
      send={(values) => change.mutateAsync({ params: { id: user.id }, body: RoleChange.parse(values) })}
      submitLabel={({ role }) => (role ? `Make ${user.firstName} ${titleCase(role)}` : 'Change the role')}
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
                  placeholder: `Now ${titleCase(user.role)}`,
                  description: role ? roleDescriptions[role] : undefined,
                  data: roles.filter((one) => one !== user.role).map((value) => ({ value, label: titleCase(value) })),
                  'data-autofocus': true,
                },
              ]}
            />
            {role && <Effects userId={user.id} say={(held) => roleEffects(user, role, held)} />}
            <FormFields
              form={form}
              readOnly={readOnly}
              fields={[
                {
                  ...reasonField,
                  description: 'It is kept in the audit log.',
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
