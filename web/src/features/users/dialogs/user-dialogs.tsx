import { adminUsers } from '@dooryard/contract/identity/admin/admin-users'
import { Person } from '@dooryard/contract/identity/users'
import { RefundDialog } from '../../../entities/payment/refund-dialog.tsx'
import { pickChanges, toUserTexts } from '../../../entities/user/user-form.ts'
import { useEndpointMutation } from '../../../lib/api/use-endpoint-mutation.ts'
import { pluralize } from '../../../lib/format/format.ts'
import { formatUserName } from '../../../lib/format/user-name.ts'
import { session } from '../../../lib/session/session.ts'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { ReasonDialog, withReason } from '../../../ui/form/reason-dialog.tsx'
import { showSuccessToast } from '../../../ui/toasts/toasts.ts'
import type { UserDialogProps, UserDialogRequest } from '../user-rules.ts'
import { refreshAllOptions } from '../users.data.ts'
import { Effects } from './account-effects.tsx'
import { AdjustDialog } from './adjust-dialog.tsx'
import { EmailDialog } from './email-dialog.tsx'
import { PersonFields } from './person-fields.tsx'
import { RoleDialog } from './role-dialog.tsx'
import { ResetSecondFactorDialog } from './second-factor-dialogs.tsx'
import { listActivationEffects, listDeactivationEffects } from './user-effects.ts'

/** Changes a user's name and contact details. */
function EditDialog({ user, opened, onClose }: UserDialogProps) {
  const change = useEndpointMutation(adminUsers.change, {
    ...refreshAllOptions,
    onSuccess: (now) => showSuccessToast(`${formatUserName(now)} saved`),
  })
  const current = toUserTexts(user, Person.keyof().options)
  const send = async (values: typeof current) => {
    const body = pickChanges(current, values)
    if (Object.keys(body).length > 0) await change.mutateAsync({ params: { id: user.id }, body })
  }
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={`Edit ${formatUserName(user)}`}
      schema={Person}
      initialValues={current}
      call={change}
      send={send}
      lead={'The audit log keeps the values before and after.'}
      submitLabel="Save"
    >
      {(form) => <PersonFields form={form} readOnly={change.isPending} isFirst />}
    </FormDialog>
  )
}

/** Starts an impersonation once the server allows it. */
function ActAsDialog({ user, opened, onClose }: UserDialogProps) {
  const { id, firstName } = user
  const call = useEndpointMutation(adminUsers.impersonate, { onSuccess: session.startImpersonation })
  const request = {
    id,
    title: `Impersonate ${formatUserName(user)}`,
    lead:
      `For one hour you see and do what ${firstName} can. Everything is logged under your name with this reason. You ` +
      'cannot change their password, end their sessions or close their account.',
    example: 'Asked by phone why an order came back short',
    send: `Impersonate ${firstName}`,
  }
  return (
    <ReasonDialog
      prompt={opened ? request : undefined}
      call={withReason(call, (reason) => ({ params: { id }, body: { reason } }))}
      onDone={() => {}}
      onClose={onClose}
    />
  )
}

const auditNote = 'Recorded in the audit log'

/** Ends all sessions of a user. */
function SignOutDialog({ user, opened, onClose }: UserDialogProps) {
  const { id, firstName } = user
  const call = useEndpointMutation(adminUsers.signOut, {
    ...refreshAllOptions,
    onSuccess: ({ ended }) => showSuccessToast(`${formatUserName(user)} signed out of ${pluralize(ended, 'session')}`),
  })
  const request = {
    id,
    title: `Sign ${formatUserName(user)} out everywhere`,
    lead:
      `Ends all sessions of ${firstName}, including impersonations. They sign in again with their password. ` +
      'API keys keep working.',
    readers: auditNote,
    example: 'Says that a laptop was stolen',
    send: `Sign ${firstName} out`,
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

/** Deactivates or activates a user; shows the effects first. */
function StateDialog({ user, opened, onClose }: UserDialogProps) {
  const { id, isActive, firstName } = user
  const call = useEndpointMutation(adminUsers.change, {
    ...refreshAllOptions,
    onSuccess: (now) => showSuccessToast(`${formatUserName(now)} ${now.isActive ? 'reactivated' : 'deactivated'}`),
  })
  const verb = isActive ? 'Deactivate' : 'Activate'
  const request = {
    id,
    title: `${verb} ${formatUserName(user)}`,
    effects: (
      <Effects
        userId={id}
        listEffects={(usage, subscription) =>
          isActive ? listDeactivationEffects(user, usage, subscription) : listActivationEffects(user, subscription)
        }
      />
    ),
    readers: auditNote,
    example: isActive ? 'Asked us by phone to close it' : 'Was deactivated by mistake',
    send: `${verb} ${firstName}`,
    isGrave: isActive,
  }
  return (
    <ReasonDialog
      prompt={opened ? request : undefined}
      call={withReason(call, (reason) => ({ params: { id }, body: { isActive: !isActive, reason } }))}
      onDone={onClose}
      onClose={onClose}
    />
  )
}

type UserDialogsProps = { user: UserDialogProps['user']; request: UserDialogRequest | undefined; onClose: () => void }

/** The dialogs of one user; the requested one is open. Another user gets their own dialogs. */
export function UserDialogs({ user, request, onClose }: UserDialogsProps) {
  const propsFor = (action: UserDialogRequest['action']) => ({ user, opened: request?.action === action, onClose })
  return (
    <>
      <EditDialog {...propsFor('edit')} />
      <EmailDialog {...propsFor('email')} />
      <RoleDialog {...propsFor('role')} />
      <StateDialog {...propsFor('state')} />
      <SignOutDialog {...propsFor('signOut')} />
      <ResetSecondFactorDialog {...propsFor('secondFactor')} />
      <AdjustDialog {...propsFor('adjust')} />
      <ActAsDialog {...propsFor('actAs')} />
      <RefundDialog
        user={user}
        payment={request?.action === 'refund' ? request.payment : undefined}
        onClose={onClose}
      />
    </>
  )
}
