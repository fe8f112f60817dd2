import { adminBilling, CreditAdjustment, type UserSubscriptions } from '@dooryard/contract/admin-billing'
import { type Bucket, bucketCredits, bucketLabels } from '@dooryard/contract/credit-history'
import type { User } from '@dooryard/contract/users'
import { Select, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { userSubscriptions } from '../../../entities/user/user.data.ts'
import { ApiError } from '../../../lib/errors.ts'
import { formatNumber, plural } from '../../../lib/format.ts'
import { nameOf } from '../../../lib/names.ts'
import { typedWhole, wholeIn } from '../../../lib/typed.ts'
import { useCall } from '../../../lib/use-call.ts'
import { Notice } from '../../../ui/display/panel.tsx'
import { LoadFailure } from '../../../ui/display/state-view.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { FormFields } from '../../../ui/form/form-fields.tsx'
import { reasonField } from '../../../ui/form/reason-dialog.tsx'
import { toastDone } from '../../../ui/toasts/toasts.ts'
import { adjusted, type UserDialogProps } from '../user-rules.ts'
import { mayBeDone, refreshesAll } from '../users.data.ts'

const Adjustment = CreditAdjustment.omit({ userId: true }).extend({
  amount: typedWhole(CreditAdjustment.shape.amount),
})

const blank: { bucket: Bucket; amount: string; reason: string } = { bucket: 'ON_DEMAND', amount: '', reason: '' }

const buckets = [
  { value: 'ON_DEMAND', label: `${bucketLabels.ON_DEMAND} (never lapse)` },
  { value: 'SUBSCRIPTION', label: `${bucketLabels.SUBSCRIPTION} (lapse at renewal)` },
]

/** `Give 250 credits to Erin`. */
function formatAdjustment(typed: string, { firstName }: User): string {
  const amount = wholeIn(typed)
  if (amount > 0) return `Give ${plural(amount, 'credit')} to ${firstName}`
  return amount < 0 ? `Take ${plural(-amount, 'credit')} from ${firstName}` : 'Adjust credits'
}

type OutcomeProps = { user: User; values: typeof blank; billing: UseQueryResult<UserSubscriptions> }

/** What a user has of the credits that are adjusted, and what they will have. */
function Outcome({ user: { firstName }, values: { bucket, amount }, billing }: OutcomeProps) {
  const { data, error, refetch } = billing
  if (error && !data) return <LoadFailure what="Their balance" error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={20} />
  const { now, after } = adjusted(data.balance, bucket, amount)
  const hasNone = data.subscriptions.every(({ status }) => status === 'INACTIVE')
  return (
    <Stack role="status" gap={12}>
      <Text c="dimmed" className="numbers">
        {plural(now, bucketCredits[bucket])} to spend now
        {after !== undefined && after >= 0 && (
          <Text span inherit component="strong" c="var(--mantine-color-text)" fw={550}>
            , {formatNumber(after)} after
          </Text>
        )}
      </Text>
      {bucket === 'SUBSCRIPTION' && hasNone && (
        <Notice tone="warn">
          {firstName} has no subscription: these credits stay until one begins, and then lapse as its own do.
        </Notice>
      )}
    </Stack>
  )
}

/** Gives a user credits or takes some, with a reason. */
export function AdjustDialog({ user, opened, onClose }: UserDialogProps) {
  const { id, firstName } = user
  const adjust = useCall(adminBilling.adjustCredits, {
    ...refreshesAll,
    onceOnly: true,
    onSuccess: (_, { body: { amount } }) =>
      toastDone(`${nameOf(user)} has ${plural(Math.abs(amount), 'credit')} ${amount > 0 ? 'more' : 'less'}`),
  })
  const billing = useQuery({ ...userSubscriptions(id), enabled: opened })
  const findShortage = ({ bucket, amount }: typeof blank) => {
    // Of what was sent already the server knows whether it was done, and the balance does not.
    if (!billing.data || !adjust.isIdle) return undefined
    const { now, after = 0 } = adjusted(billing.data.balance, bucket, amount)
    return after < 0 ? `${firstName} has ${plural(now, bucketCredits[bucket])} to spend` : undefined
  }
  const send = async (values: typeof blank) => {
    const message = findShortage(values)
    // Refused as the server would.
    if (message) throw new ApiError(422, { message, issues: [{ path: 'amount', message }] })
    await adjust.mutateAsync({ body: { ...Adjustment.parse(values), userId: id } })
  }
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={`Adjust the credits of ${nameOf(user)}`}
      schema={Adjustment}
      initialValues={blank}
      call={adjust}
      send={send}
      unknown={mayBeDone}
      lead={`${firstName} sees the change and the reason in their credit history. It is in the audit log, too.`}
      submitLabel={({ amount }) => formatAdjustment(amount, user)}
    >
      {(form) => {
        const { onChange, ...bucket } = form.getInputProps('bucket')
        const changeBucket = (value: string | null) => {
          onChange(value)
          // There may be enough of the others.
          form.clearFieldError('amount')
        }
        return (
          <>
            <Select label="Which credits" data={buckets} allowDeselect={false} {...bucket} onChange={changeBucket} />
            <TextInput
              label="How many"
              description="With a minus to take some"
              placeholder="250"
              inputMode="text"
              data-autofocus
              {...form.getInputProps('amount')}
              error={findShortage(form.values) ?? form.errors['amount']}
            />
            <Outcome user={user} values={form.values} billing={billing} />
            <FormFields form={form} fields={[{ ...reasonField, placeholder: 'For the order that came back short' }]} />
          </>
        )
      }}
    </FormDialog>
  )
}
