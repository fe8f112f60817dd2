import { reason } from '@dooryard/contract/reason'
import type { User } from '@dooryard/contract/users'
import { Textarea } from '@mantine/core'
import { z } from 'zod'
import { nameOf } from '../../lib/names.ts'
import { CallDialog } from '../../ui/form/call-dialog.tsx'
import { CallForm } from '../../ui/form/call-form.tsx'
import { useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { useSingleFlight } from '../../ui/form/use-single-flight.ts'
import { Effects } from './effects.tsx'
import { activationEffects, deactivationEffects } from './user-effects.ts'
import { useChangeUser } from './users.data.ts'

const Form = z.object({ reason })

type StateFormProps = {
  user: User
  change: ReturnType<typeof useChangeUser>
  onCancel: () => void
  onDone: () => void
}

const examples = { true: 'Has asked us by phone to shut it', false: 'Was deactivated by mistake' } as const

function StateForm({ user, change, onCancel, onDone }: StateFormProps) {
  // As it was when this was asked: the answer turns it round while the dialog fades away.
  const { isActive } = user
  const singly = useSingleFlight()
  const form = useSchemaForm(Form, { reason: '' }, () => change.isError && change.reset())
  const submit = form.submit((values) =>
    singly((land) => {
      const body = { isActive: !isActive, ...Form.parse(values) }
      change.mutate(body, { onSuccess: onDone, onError: form.showRefusal, onSettled: land })
    }),
  )
  return (
    <CallForm
      call={{ isPending: change.isPending, error: form.unlessOnFields(change.error) }}
      send={`${isActive ? 'Deactivate' : 'Activate'} ${user.firstName}`}
      isGrave={isActive}
      onSubmit={submit}
      onCancel={onCancel}
    >
      <Effects
        userId={user.id}
        say={(held, subscription) =>
          isActive ? deactivationEffects(user, held, subscription) : activationEffects(user, subscription)
        }
      />
      <Textarea
        label="Reason"
        description="It is kept in the audit log."
        placeholder={examples[`${isActive}`]}
        rows={3}
        maxLength={500}
        data-autofocus
        readOnly={change.isPending}
        {...form.getInputProps('reason')}
      />
    </CallForm>
  )
}

type StateDialogProps = { user: User; opened: boolean; onClose: () => void }

/** Shuts a user out or lets them in again, with a reason; says first what comes of it. Open while `opened`. */
export function StateDialog({ user, opened, onClose }: StateDialogProps) {
  const change = useChangeUser(user, (now) => `${nameOf(now)} is ${now.isActive ? 'active again' : 'deactivated'}`)
  return (
    <CallDialog
      call={change}
      opened={opened}
      onClose={onClose}
      title={`${user.isActive ? 'Deactivate' : 'Activate'} ${nameOf(user)}`}
      closeLabel="Cancel"
      closeOnClickOutside={false}
    >
      {(close) => opened && <StateForm user={user} change={change} onCancel={close} onDone={onClose} />}
    </CallDialog>
  )
}
