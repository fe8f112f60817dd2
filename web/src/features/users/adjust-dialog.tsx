import { CreditAdjustment, type UserSubscriptions } from '@dooryard/contract/admin-billing'
import type { Bucket } from '@dooryard/contract/credit-history'
import { Select, Skeleton, Textarea, TextInput } from '@mantine/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { formatNumber, plural } from '../../lib/format.ts'
import { nameOf } from '../../lib/names.ts'
import { typedWhole, wholeIn } from '../../lib/typed.ts'
import { Notice } from '../../ui/display/panel.tsx'
import { LoadFailure } from '../../ui/display/state-view.tsx'
import { CallDialog } from '../../ui/form/call-dialog.tsx'
import { CallForm } from '../../ui/form/call-form.tsx'
import { useSchemaForm, useSingleFlight } from '../../ui/form/use-schema-form.ts'
import { mayBeDone, type Person, useAdjustCredits, userSubscriptions } from './user-credits.data.ts'
import { adjusted } from './user-rules.ts'
import classes from './users.module.css'

const Form = CreditAdjustment.omit({ userId: true }).extend({ amount: typedWhole(CreditAdjustment.shape.amount) })

const kinds: Record<Bucket, string> = { ON_DEMAND: 'on-demand credit', SUBSCRIPTION: 'subscription credit' }

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

const blank: { bucket: Bucket; amount: string; reason: string } = { bucket: 'ON_DEMAND', amount: '', reason: '' }

type OutcomeProps = { user: Person; bucket: Bucket; typed: string; billing: UseQueryResult<UserSubscriptions> }

/** What a user has of the credits that are adjusted, and what they will have. */
function Outcome({ user: { firstName }, bucket, typed, billing: { data, error, refetch } }: OutcomeProps) {
  if (error && !data) return <LoadFailure what="Their balance" error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={20} />
  const { now, after } = adjusted(data.balance, bucket, typed)
  const hasNone = data.subscriptions.every(({ status }) => status === 'INACTIVE')
  return (
    <div role="status" className={classes.outcome}>
      <p>
        {plural(now, kinds[bucket])} to spend now
        {after !== undefined && after >= 0 && <strong>, {formatNumber(after)} after</strong>}
      </p>
      {bucket === 'SUBSCRIPTION' && hasNone && (
        <Notice tone="warn">
          {firstName} has no subscription: these credits stay until one begins, and then lapse as its own do.
        </Notice>
      )}
    </div>
  )
}

type AdjustFormProps = {
  user: Person
  adjust: ReturnType<typeof useAdjustCredits>
  onCancel: () => void
  onDone: () => void
}

/** The form, what there is to adjust, and what sends it. */
function useAdjustForm({ user, adjust, onDone }: Omit<AdjustFormProps, 'onCancel'>) {
  const singly = useSingleFlight()
  const billing = useQuery(userSubscriptions(user.id))
  const form = useSchemaForm(Form, blank, () => adjust.isError && adjust.reset())
  const { bucket, amount: typed } = form.values
  const { now, after = 0 } = billing.data ? adjusted(billing.data.balance, bucket, typed) : { now: 0 }
  // Of what was sent already the server knows whether it was done, and the balance does not.
  const tooFew = adjust.isIdle && after < 0 && `${user.firstName} has ${plural(now, kinds[bucket])} to spend`
  const submit = form.submit((values) => {
    if (tooFew) return form.getInputNode('amount')?.focus()
    singly((land) => {
      const given = { ...Form.parse(values), userId: user.id }
      adjust.mutate(given, { onSuccess: onDone, onError: form.showRefusal, onSettled: land })
    })
  })
  return { form, billing, tooFew, submit }
}

function AdjustForm({ user, adjust, onCancel, onDone }: AdjustFormProps) {
  const { form, billing, tooFew, submit } = useAdjustForm({ user, adjust, onDone })
  const { bucket, amount: typed } = form.values
  return (
    <CallForm
      call={adjust}
      form={form}
      unknown={mayBeDone}
      lead={`${user.firstName} sees the change and the reason in their credit history. It is in the audit log, too.`}
      send={verbOf(typed, user)}
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
        error={tooFew || form.errors['amount']}
      />
      <Outcome user={user} bucket={bucket} typed={typed} billing={billing} />
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
