import { adminUsers } from '@dooryard/contract/admin-users'
import { Person } from '@dooryard/contract/users'
import { pickChanges, toUserTexts } from '../../../entities/user/user-form.ts'
import { plural } from '../../../lib/format.ts'
import { nameOf } from '../../../lib/names.ts'
import { session } from '../../../lib/session.ts'
import { useCall } from '../../../lib/use-call.ts'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { ReasonDialog, withReason } from '../../../ui/form/reason-dialog.tsx'
import { toastDone } from '../../../ui/toasts/toasts.ts'
import type { Asked, UserDialogProps } from '../user-rules.ts'
import { refreshesAll } from '../users.data.ts'
import { AdjustDialog } from './adjust-dialog.tsx'
import { Effects } from './effects.tsx'
import { PersonFields } from './person-fields.tsx'
import { RefundDialog } from './refund-dialog.tsx'
import { RoleDialog } from './role-dialog.tsx'
import { activationEffects, deactivationEffects } from './user-effects.ts'

/** Changes what a user is called and where they are reached. */
function EditDialog({ user, opened, onClose }: UserDialogProps) {
  const change = useCall(adminUsers.change, {
    ...refreshesAll,
    onSuccess: (now) => toastDone(`${nameOf(now)} is saved`),
  })
  const known = toUserTexts(user, Person.keyof().options)
  const send = async (values: typeof known) => {
    const body = pickChanges(known, values)
    if (Object.keys(body).length > 0) await change.mutateAsync({ params: { id: user.id }, body })
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
      {(form) => <PersonFields form={form} readOnly={change.isPending} isFirst />}
    </FormDialog>
  )
}

/** Lets an administrator act as a user, from the moment the server allows it. */
function ActAsDialog({ user, opened, onClose }: UserDialogProps) {
  const { id, firstName } = user
  const call = useCall(adminUsers.impersonate, { onSuccess: session.startImpersonation })
  const asked = {
    id,
    title: `Act as ${nameOf(user)}`,
    lead:
      `For one hour you see and do what ${firstName} can. Everything you do is logged under your name, with this ` +
      'reason. Their password, their sessions and the closing of their account stay out of reach.',
    example: 'Asked by phone why an order came back short',
    send: `Act as ${firstName}`,
  }
  return (
    <ReasonDialog
      asked={opened ? asked : undefined}
      call={withReason(call, (reason) => ({ params: { id }, body: { reason } }))}
      onDone={() => {}}
      onClose={onClose}
    />
  )
}

const readers = 'It is kept in the audit log.'

/** Ends every session of a user. */
function SignOutDialog({ user, opened, onClose }: UserDialogProps) {
  const { id, firstName } = user
  const call = useCall(adminUsers.signOut, {
    ...refreshesAll,
    onSuccess: ({ ended }) =>
      toastDone(`${nameOf(user)} is signed out: ${plural(ended, 'session')} ${ended === 1 ? 'has' : 'have'} ended`),
  })
  const asked = {
    id,
    title: `Sign ${nameOf(user)} out everywhere`,
    lead:
      `Every browser in which ${firstName} is signed in asks for the password again, and nobody acts as them any more. ` +
      'API keys go on working.',
    readers,
    example: 'Says that a laptop was stolen',
    send: `Sign ${firstName} out`,
    isGrave: true,
  }
  return (
    <ReasonDialog
      asked={opened ? asked : undefined}
      call={withReason(call, (reason) => ({ params: { id }, body: { reason } }))}
      onDone={onClose}
      onClose={onClose}
    />
  )
}

/** Shuts a user out or lets them in again; says first what comes of it. */
function StateDialog({ user, opened, onClose }: UserDialogProps) {
  const { id, isActive, firstName } = user
  const call = useCall(adminUsers.change, {
    ...refreshesAll,
    onSuccess: (now) => toastDone(`${nameOf(now)} is ${now.isActive ? 'active again' : 'deactivated'}`),
  })
  const verb = isActive ? 'Deactivate' : 'Activate'
  const asked = {
    id,
    title: `${verb} ${nameOf(user)}`,
    effects: (
      <Effects
        userId={id}
        say={(held, subscription) =>
          isActive ? deactivationEffects(user, held, subscription) : activationEffects(user, subscription)
        }
      />
    ),
    readers,
    example: isActive ? 'Has asked us by phone to shut it' : 'Was deactivated by mistake',
    send: `${verb} ${firstName}`,
    isGrave: isActive,
  }
  return (
    <ReasonDialog
      asked={opened ? asked : undefined}
      call={withReason(call, (reason) => ({ params: { id }, body: { isActive: !isActive, reason } }))}
      onDone={onClose}
      onClose={onClose}
    />
  )
}

type UserDialogsProps = { user: UserDialogProps['user']; asked: Asked | undefined; onClose: () => void }

/** The dialogs about one user, of which the one that is asked for is open: another user has dialogs of their own. */
export function UserDialogs({ user, asked, onClose }: UserDialogsProps) {
  const propsFor = (action: Asked['action']) => ({ user, opened: asked?.action === action, onClose })
  return (
    <>
      <EditDialog {...propsFor('edit')} />
      <RoleDialog {...propsFor('role')} />
      <StateDialog {...propsFor('state')} />
      <SignOutDialog {...propsFor('signOut')} />
      <AdjustDialog {...propsFor('adjust')} />
      <ActAsDialog {...propsFor('actAs')} />
      <RefundDialog user={user} payment={asked?.action === 'refund' ? asked.payment : undefined} onClose={onClose} />
    </>
  )
}
