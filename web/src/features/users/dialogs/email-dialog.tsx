import { AdminEmailChange, adminEmailChange } from '@dooryard/contract/identity/email-change'
import { useEndpointMutation } from '../../../lib/api/use-endpoint-mutation.ts'
import { formatUserName } from '../../../lib/format/user-name.ts'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { FormFields } from '../../../ui/form/form-fields.tsx'
import { reasonField } from '../../../ui/form/reason-dialog.tsx'
import { showSuccessToast } from '../../../ui/toasts/toasts.ts'
import type { UserDialogProps } from '../user-rules.ts'
import { refreshAllOptions } from '../users.data.ts'

/** Replaces the address of a user who has lost the mailbox, with a reason. */
export function EmailDialog({ user, opened, onClose }: UserDialogProps) {
  const change = useEndpointMutation(adminEmailChange.change, {
    ...refreshAllOptions,
    onSuccess: ({ email }) => showSuccessToast(`Email address changed. We sent a code to ${email}.`),
  })
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={`Change email address of ${formatUserName(user)}`}
      schema={AdminEmailChange}
      initialValues={{ email: '', reason: '' }}
      call={change}
      send={(body) => change.mutateAsync({ params: { id: user.id }, body })}
      lead={
        `For a lost mailbox; otherwise ${user.firstName} changes it in the account settings. Call back at a number ` +
        `you know first. ${user.firstName} is signed out until they verify the new address, connected accounts such ` +
        `as Google are disconnected, and ${user.email} gets a notice that does not name the new address. Passkeys stay.`
      }
      submitLabel="Change email"
      isGrave
    >
      {(form) => (
        <FormFields
          form={form}
          readOnly={change.isPending}
          fields={[
            { name: 'email', label: 'New email address', type: 'email', autoComplete: 'off', 'data-autofocus': true },
            {
              ...reasonField,
              description: `Kept in the audit log and in the email to ${user.email}. Do not name the new address.`,
              placeholder: 'Lost the old mailbox; called back at the number on file',
            },
          ]}
        />
      )}
    </FormDialog>
  )
}
