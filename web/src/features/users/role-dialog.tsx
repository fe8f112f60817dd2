import { reason } from '@dooryard/contract/reason'
import { type Role, roles } from '@dooryard/contract/roles'
import type { User } from '@dooryard/contract/users'
import { Select, Textarea } from '@mantine/core'
import { z } from 'zod'
import { titleCase } from '../../lib/format.ts'
import { nameOf } from '../../lib/names.ts'
import { CallDialog } from '../../ui/form/call-dialog.tsx'
import { CallForm } from '../../ui/form/call-form.tsx'
import { useSchemaForm, useSingleFlight } from '../../ui/form/use-schema-form.ts'
import { Effects } from './effects.tsx'
import { roleEffects, roleWords } from './user-effects.ts'
import { useChangeUser } from './users.data.ts'

const Form = z.object({ role: z.enum(roles, 'Choose a role'), reason })

type Values = { role: Role | ''; reason: string }

type RoleFormProps = {
  user: User
  change: ReturnType<typeof useChangeUser>
  onCancel: () => void
  onDone: () => void
}

function RoleForm({ user, change, onCancel, onDone }: RoleFormProps) {
  const singly = useSingleFlight()
  const initial: Values = { role: '', reason: '' }
  const form = useSchemaForm(Form, initial, () => change.isError && change.reset())
  const submit = form.submit((values) =>
    singly((land) =>
      change.mutate(Form.parse(values), { onSuccess: onDone, onError: form.showRefusal, onSettled: land }),
    ),
  )
  const { role } = form.values
  return (
    <CallForm
      call={change}
      form={form}
      send={role ? `Make ${user.firstName} ${titleCase(role)}` : 'Change the role'}
      isGrave={role === 'SUPER_ADMIN'}
      onSubmit={submit}
      onCancel={onCancel}
    >
      <Select
        label="New role"
        placeholder={`Now ${titleCase(user.role)}`}
        description={role ? roleWords[role] : undefined}
        data={roles.filter((one) => one !== user.role).map((value) => ({ value, label: titleCase(value) }))}
        allowDeselect={false}
        data-autofocus
        readOnly={change.isPending}
        {...form.getInputProps('role')}
        value={role || null}
      />
      {role && <Effects userId={user.id} say={(held) => roleEffects(user, role, held)} />}
      <Textarea
        label="Reason"
        description="It is kept in the audit log."
        placeholder="Has signed up for campaigns by phone"
        rows={3}
        maxLength={500}
        readOnly={change.isPending}
        {...form.getInputProps('reason')}
      />
    </CallForm>
  )
}

type RoleDialogProps = { user: User; opened: boolean; onClose: () => void }

/** Gives a user another role, with a reason; says first what comes of it. Open while `opened`. */
export function RoleDialog({ user, opened, onClose }: RoleDialogProps) {
  const change = useChangeUser(user, (now) => `${nameOf(now)} is ${titleCase(now.role)} now`)
  return (
    <CallDialog
      call={change}
      opened={opened}
      onClose={onClose}
      title={`Change the role of ${nameOf(user)}`}
      closeLabel="Cancel"
      closeOnClickOutside={false}
    >
      {(close) => opened && <RoleForm user={user} change={change} onCancel={close} onDone={onClose} />}
    </CallDialog>
  )
}
