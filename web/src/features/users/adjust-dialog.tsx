import { CreditAdjustment } from '@dooryard/contract/admin-billing'
import { Select, Textarea, TextInput } from '@mantine/core'
import { plural } from '../../lib/format.ts'
import { nameOf } from '../../lib/names.ts'
import { typedWhole, wholeIn } from '../../lib/typed.ts'
import { CallDialog } from '../../ui/form/call-dialog.tsx'
import { CallForm } from '../../ui/form/call-form.tsx'
import { useSchemaForm } from '../../ui/form/use-schema-form.ts'
import { useSingleFlight } from '../../ui/form/use-single-flight.ts'
import { mayBeDone, type Person, useAdjustCredits } from './user-credits.data.ts'

const Form = CreditAdjustment.omit({ userId: true }).extend({ amount: typedWhole(CreditAdjustment.shape.amount) })

const buckets = [
  { value: 'ON_DEMAND', label: 'On demand (never lapse)' },
  { value: 'SUBSCRIPTION', label: 'Subscription (lapse at renewal)' },
]

/** `Give 250 credits to Erin`. */
function verbOf(typed: string, { firstName }: Person): string {
  const amount = wholeIn(typed)
  if (amount > 0) return `Give ${plural(amount, 'credit')} to ${firstName}`
  return amount < 0 ? `Take ${plural(-amount, 'credit')} from ${firstName}` : 'Adjust credits'
}

type AdjustFormProps = {
  user: Person
  adjust: ReturnType<typeof useAdjustCredits>
  onCancel: () => void
  onDone: () => void
}

function AdjustForm({ user, adjust, onCancel, onDone }: AdjustFormProps) {
  const singly = useSingleFlight()
  const form = useSchemaForm(
    Form,
    { bucket: 'ON_DEMAND', amount: '', reason: '' },
    () => adjust.isError && adjust.reset(),
  )
  const submit = form.submit((values) =>
    singly((land) => {
      const given = { ...Form.parse(values), userId: user.id }
      adjust.mutate(given, { onSuccess: onDone, onError: form.showRefusal, onSettled: land })
    }),
  )
  return (
    <CallForm
      call={adjust}
      unknown={mayBeDone}
      lead={`${user.firstName} sees the change and the reason in their credit history. It is in the audit log, too.`}
      send={verbOf(form.values.amount, user)}
      onSubmit={submit}
      onCancel={onCancel}
    >
      <Select label="Which credits" data={buckets} allowDeselect={false} {...form.getInputProps('bucket')} />
      <TextInput
        label="How many"
        description="With a minus to take some"
        placeholder="250"
        inputMode="text"
        data-autofocus
        {...form.getInputProps('amount')}
      />
      <Textarea
        label="Reason"
        placeholder="For the order that came back short"
        rows={3}
        maxLength={500}
        {...form.getInputProps('reason')}
      />
    </CallForm>
  )
}

/** Gives a user credits or takes some, with a reason; open while `opened`. */
export function AdjustDialog({ user, opened, onClose }: { user: Person; opened: boolean; onClose: () => void }) {
  const adjust = useAdjustCredits(user)
  return (
    <CallDialog
      call={adjust}
      opened={opened}
      onClose={onClose}
      title={`Adjust the credits of ${nameOf(user)}`}
      closeLabel="Cancel"
      closeOnClickOutside={false}
    >
      {(close) => opened && <AdjustForm user={user} adjust={adjust} onCancel={close} onDone={onClose} />}
    </CallDialog>
  )
}
