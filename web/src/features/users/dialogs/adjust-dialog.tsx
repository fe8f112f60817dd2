import { adminBilling, CreditAdjustment, type UserSubscriptions } from '@dooryard/contract/billing/admin/admin-billing'
import { type Bucket, bucketCreditNouns, bucketLabels } from '@dooryard/contract/billing/credit-history'
import type { User } from '@dooryard/contract/identity/users'
import { Select, Skeleton, Stack, Text, TextInput } from '@mantine/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { userSubscriptionsQuery } from '../../../entities/user/user.data.ts'
import { ApiError } from '../../../lib/api/errors.ts'
import { useEndpointMutation } from '../../../lib/api/use-endpoint-mutation.ts'
import { formatNumber, pluralize } from '../../../lib/format/format.ts'
import { parseWholeNumber, wholeNumberField } from '../../../lib/format/parse-typed.ts'
import { formatUserName } from '../../../lib/format/user-name.ts'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { LoadFailure } from '../../../ui/feedback/state-view.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { FormFields } from '../../../ui/form/form-fields.tsx'
import { reasonField } from '../../../ui/form/reason-dialog.tsx'
import { showSuccessToast } from '../../../ui/toasts/toasts.ts'
import { previewAdjustment, type UserDialogProps } from '../user-rules.ts'
import { refreshAllOptions, unknownOutcomeText } from '../users.data.ts'

const Adjustment = CreditAdjustment.omit({ userId: true }).extend({
  amount: wholeNumberField(CreditAdjustment.shape.amount),
})

const emptyValues: { bucket: Bucket; amount: string; reason: string } = { bucket: 'ON_DEMAND', amount: '', reason: '' }

const bucketOptions = [
  { value: 'ON_DEMAND', label: `${bucketLabels.ON_DEMAND} (never expire)` },
  { value: 'SUBSCRIPTION', label: `${bucketLabels.SUBSCRIPTION} (expire at renewal)` },
]

/** `Add 250 credits to Erin`. */
function formatAdjustment(text: string, { firstName }: User): string {
  const amount = parseWholeNumber(text)
  if (amount > 0) return `Add ${pluralize(amount, 'credit')} to ${firstName}`
  return amount < 0 ? `Deduct ${pluralize(-amount, 'credit')} from ${firstName}` : 'Adjust credits'
}

type OutcomeProps = { user: User; values: typeof emptyValues; billing: UseQueryResult<UserSubscriptions> }

/** The user's credits before and after the adjustment. */
function AdjustmentOutcome({ user: { firstName }, values: { bucket, amount }, billing }: OutcomeProps) {
  const { data, error, refetch } = billing
  if (error && !data) return <LoadFailure what="Their balance" error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={20} />
  const { now, after } = previewAdjustment(data.balance, bucket, amount)
  const hasNone = data.subscriptions.every(({ status }) => status === 'INACTIVE')
  return (
    <Stack role="status" gap={12}>
      <Text c="dimmed" className="numbers">
        {pluralize(now, bucketCreditNouns[bucket])} available now
        {after !== undefined && after >= 0 && (
          <Text span inherit component="strong" c="var(--mantine-color-text)" fw={550}>
            , {formatNumber(after)} after
          </Text>
        )}
      </Text>
      {bucket === 'SUBSCRIPTION' && hasNone && (
        <Notice tone="warn">
          {firstName} has no subscription. These credits stay until one starts, then expire with its credits.
        </Notice>
      )}
    </Stack>
  )
}

/** Adds or removes a user's credits, with a reason. */
export function AdjustDialog({ user, opened, onClose }: UserDialogProps) {
  const { id, firstName } = user
  const adjust = useEndpointMutation(adminBilling.adjustCredits, {
    ...refreshAllOptions,
    isIdempotent: true,
    onSuccess: (_, { body: { amount } }) =>
      showSuccessToast(
        `${formatUserName(user)} has ${pluralize(Math.abs(amount), 'credit')} ${amount > 0 ? 'more' : 'less'}`,
      ),
  })
  const billing = useQuery({ ...userSubscriptionsQuery(id), enabled: opened })
  const findShortage = ({ bucket, amount }: typeof emptyValues) => {
    // After sending, only the server knows whether it was applied; the cached balance does not.
    if (!billing.data || !adjust.isIdle) return undefined
    const { now, after = 0 } = previewAdjustment(billing.data.balance, bucket, amount)
    return after < 0 ? `${firstName} has ${pluralize(now, bucketCreditNouns[bucket])} available` : undefined
  }
  const send = async (values: typeof emptyValues) => {
    const message = findShortage(values)
    // The same error the server would return.
    if (message) throw new ApiError(422, { message, issues: [{ path: 'amount', message }] })
    await adjust.mutateAsync({ body: { ...Adjustment.parse(values), userId: id } })
  }
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={`Adjust credits of ${formatUserName(user)}`}
      schema={Adjustment}
      initialValues={emptyValues}
      call={adjust}
      send={send}
      unknown={unknownOutcomeText}
      lead={`${firstName} sees the change and the reason in their credit history. The audit log records it.`}
      submitLabel={({ amount }) => formatAdjustment(amount, user)}
    >
      {(form) => {
        const { onChange, ...bucket } = form.getInputProps('bucket')
        const changeBucket = (value: string | null) => {
          onChange(value)
          // The other bucket may have enough credits.
          form.clearFieldError('amount')
        }
        return (
          <>
            <Select
              label="Credit type"
              data={bucketOptions}
              allowDeselect={false}
              {...bucket}
              onChange={changeBucket}
            />
            <TextInput
              label="Amount"
              description="Use a negative number to deduct"
              placeholder="250"
              inputMode="text"
              data-autofocus
              {...form.getInputProps('amount')}
              error={findShortage(form.values) ?? form.errors['amount']}
            />
            <AdjustmentOutcome user={user} values={form.values} billing={billing} />
            <FormFields form={form} fields={[{ ...reasonField, placeholder: 'For the order that came back short' }]} />
          </>
        )
      }}
    </FormDialog>
  )
}
