import { type Role, roles } from '@dooryard/contract/api/roles'
import { adminUsers } from '@dooryard/contract/identity/admin/admin-users'
import { adminSecondFactor, SecondFactorPolicyChange } from '@dooryard/contract/identity/second-factor'
import { Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { buildQuery } from '../../../lib/api/query.ts'
import { useEndpointMutation } from '../../../lib/api/use-endpoint-mutation.ts'
import { toTitleCase } from '../../../lib/format/format.ts'
import { formatUserName } from '../../../lib/format/user-name.ts'
import { Tag } from '../../../ui/display/badges.tsx'
import { LoadFailure } from '../../../ui/feedback/state-view.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { FormFields } from '../../../ui/form/form-fields.tsx'
import { ReasonDialog, reasonField, withReason } from '../../../ui/form/reason-dialog.tsx'
import { showSuccessToast } from '../../../ui/toasts/toasts.ts'
import type { UserDialogProps } from '../user-rules.ts'

/** Removes the second factor of a user who has lost it. */
export function ResetSecondFactorDialog({ user, opened, onClose }: UserDialogProps) {
  const { id, firstName } = user
  const call = useEndpointMutation(adminSecondFactor.reset, {
    refreshes: [adminSecondFactor.get, adminUsers.sessions],
    awaitsRefresh: true,
    onSuccess: () => showSuccessToast(`Two-step verification of ${formatUserName(user)} reset`),
  })
  const request = {
    id,
    title: `Reset the two-step verification of ${formatUserName(user)}`,
    lead:
      `${firstName} is signed out everywhere, and signs in with the password alone until they set it up again. Make sure ` +
      `that it is ${firstName} who asks: call them back at a number that you know.`,
    readers: `Recorded in the audit log, and in the email that ${firstName} gets.`,
    example: 'Lost the phone; called back at the number on file',
    send: 'Reset',
    isGrave: true,
  }
  return (
    <ReasonDialog
      prompt={opened ? request : undefined}
      call={withReason(call, (reason) => ({ params: { id }, body: { reason } }))}
      onDone={onClose}
      onClose={onClose}
    />
  )
}

type PolicyValues = { role: Role; isRequired: boolean; reason: string }

const initialPolicy: PolicyValues = { role: 'SUPER_ADMIN', isRequired: true, reason: '' }

/** Which roles need a second factor, and a form to change it. */
export function PolicyDialog({ opened, onClose }: Omit<UserDialogProps, 'user'>) {
  const { data, error, refetch } = useQuery(buildQuery(adminSecondFactor.policies, {}))
  const change = useEndpointMutation(adminSecondFactor.changePolicy, {
    refreshes: [adminSecondFactor.policies, adminSecondFactor.get],
    onSuccess: () => showSuccessToast('Two-step verification by role saved'),
  })
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title="Two-step verification by role"
      schema={SecondFactorPolicyChange}
      initialValues={initialPolicy}
      call={change}
      send={(body) => change.mutateAsync({ body })}
      lead="Users of a role that requires it must set it up before they can use the portal again."
      submitLabel="Save"
    >
      {(form) => (
        <>
          {error && !data && <LoadFailure what="The roles" error={error} onRetry={() => void refetch()} />}
          {!error && !data && <Skeleton height={96} />}
          {data && (
            <Stack component="ul" gap={8} m={0} p={0} aria-label="Roles">
              {data.items.map(({ role, isRequired }) => (
                <Group key={role} component="li" justify="space-between">
                  <Text>{toTitleCase(role)}</Text>
                  <Tag tone={isRequired ? 'good' : 'plain'}>{isRequired ? 'Required' : 'Optional'}</Tag>
                </Group>
              ))}
            </Stack>
          )}
          <FormFields
            form={form}
            readOnly={change.isPending}
            fields={[
              {
                name: 'role',
                kind: 'select',
                label: 'Role',
                data: roles.map((value) => ({ value, label: toTitleCase(value) })),
                'data-autofocus': true,
              },
              { name: 'isRequired', kind: 'switch', label: 'Requires two-step verification' },
              { ...reasonField, placeholder: 'Our insurer asks for it' },
            ]}
          />
        </>
      )}
    </FormDialog>
  )
}
