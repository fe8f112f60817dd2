import { reason } from '@dooryard/contract/api/reason'
import { adminBilling, type RefundPreview } from '@dooryard/contract/billing/admin/admin-billing'
import type { Transaction } from '@dooryard/contract/billing/transactions'
import { Box, Skeleton, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { z } from 'zod'
import { buildQuery } from '../../lib/api/query.ts'
import { useEndpointMutation } from '../../lib/api/use-endpoint-mutation.ts'
import { formatMoney, formatNumber } from '../../lib/format/format.ts'
import { dollarsField, formatDollarInput, parseCents, parseWholeNumber } from '../../lib/format/parse-typed.ts'
import { formatUserName } from '../../lib/format/user-name.ts'
import { LoadFailure } from '../../ui/feedback/state-view.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { FormFields } from '../../ui/form/form-fields.tsx'
import { DialogText, FieldPair } from '../../ui/form/mutation-dialog.tsx'
import { reasonField } from '../../ui/form/reason-dialog.tsx'
import type { SchemaForm } from '../../ui/form/use-schema-form.ts'
import { EffectList } from '../../ui/overlay/effect-list.tsx'
import { showSuccessToast } from '../../ui/toasts/toasts.ts'
import { listRefundEffects, toRefundCents } from './refund-effects.ts'

type Payer = { firstName: string; lastName: string }
type RefundValues = { amount: string; reason: string }

const alreadyRefundedText = 'Already refunded. Nothing is left to refund.'
const previewDelayMs = 250

const getLeft = ({ amount, refundedAmount = 0 }: Transaction) => amount - refundedAmount

/** The amount is limited by what is left; the server checks it again. */
const buildRefundSchema = (left: number, currency: string) =>
  z.object({
    amount: dollarsField(
      z
        .int()
        .min(1, 'Enter an amount of at least $0.01')
        .max(left, `At most ${formatMoney({ amount: left, currency })} can still be refunded`),
    ),
    reason,
  })

const unknownRefundText =
  'The result is unknown. Check the payments of this user. Sending again from here refunds only once.'

type CreditsLeftProps = {
  preview: UseQueryResult<RefundPreview>
  /** Whether the amount can be refunded; otherwise it has no effect to show. */
  isPossible: boolean
  /** Whether the preview is of another amount than the typed one. */
  isStale: boolean
}

function CreditsLeft({ preview: { data, error, refetch }, isPossible, isStale }: CreditsLeftProps) {
  if (data && data.status !== 'PAID') return <DialogText>{alreadyRefundedText}</DialogText>
  if (!isPossible) return <DialogText>Enter an amount to see its effect on credits.</DialogText>
  if (data)
    return (
      <Box opacity={isStale ? 0.6 : 1}>
        <EffectList label="Effect on credits" effects={listRefundEffects(data)} />
      </Box>
    )
  if (error) return <LoadFailure what="The remaining credits" error={error} onRetry={() => void refetch()} />
  return <Skeleton height={48} />
}

type AmountFieldsProps = { form: SchemaForm<RefundValues>; payment: Transaction; onAmount: (text: string) => void }

/** Why these credits of a payment cannot be refunded; undefined if they can. */
function getCreditsProblem(payment: Transaction, typed: string): string | undefined {
  const count = parseWholeNumber(typed)
  if (!(count >= 1)) return 'Enter a whole number of credits'
  const left = getLeft(payment)
  if (toRefundCents(payment, count) > left)
    return `At most ${formatMoney({ ...payment, amount: left })} can still be refunded`
}

/** The amount, or the credits that it follows. */
function AmountFields({ form, payment, onAmount }: AmountFieldsProps) {
  const [credits, setCredits] = useState('')
  const { onChange, ...amount } = form.getInputProps('amount')
  const left = formatMoney({ ...payment, amount: getLeft(payment) })
  const setAmount = (text: string) => {
    onChange(text)
    onAmount(text)
  }
  const problem = credits === '' ? undefined : getCreditsProblem(payment, credits)
  const typeCredits = (text: string) => {
    setCredits(text)
    // Credits that cannot be refunded leave no amount of earlier ones behind.
    const isValid = text !== '' && !getCreditsProblem(payment, text)
    setAmount(isValid ? formatDollarInput(toRefundCents(payment, parseWholeNumber(text))) : '')
  }
  return (
    <FieldPair>
      <TextInput
        label="Amount"
        description={`Up to ${left}`}
        leftSection="$"
        inputMode="decimal"
        {...amount}
        onChange={({ currentTarget }) => {
          setCredits('')
          setAmount(currentTarget.value)
        }}
      />
      {payment.creditsGranted > 0 && (
        <TextInput
          label="Or by credits"
          description={`Of ${formatNumber(payment.creditsGranted)}`}
          inputMode="numeric"
          value={credits}
          error={problem}
          onChange={({ currentTarget }) => typeCredits(currentTarget.value)}
        />
      )}
    </FieldPair>
  )
}

/** Whether the typed amount can be refunded. */
const isRefundable = (typed: string, left: number) => {
  const cents = parseCents(typed)
  return cents > 0 && cents <= left
}

/** The preview for the typed amount; of all that is left while it is none that can be refunded. */
function useRefundPreview(payment: Transaction, typed: string, enabled: boolean) {
  const [settled] = useDebouncedValue(typed, previewDelayMs)
  const cents = parseCents(settled)
  const left = getLeft(payment)
  const query = cents > 0 && cents < left ? { amount: cents } : {}
  const preview = useQuery({
    ...buildQuery(adminBilling.refundPreview, { params: { transactionId: payment.transactionId }, query }),
    placeholderData: keepPreviousData,
    enabled,
  })
  return { preview, isSettled: settled === typed && !preview.isPlaceholderData }
}

type RefundDialogProps = { user: Payer; payment: Transaction | undefined; onClose: () => void }
type RefundFormProps = RefundDialogProps & { payment: Transaction; opened: boolean }

function RefundForm({ user, payment, opened, onClose }: RefundFormProps) {
  const { transactionId, currency } = payment
  const left = getLeft(payment)
  const initialAmount = formatDollarInput(left)
  const [typed, setTyped] = useState(initialAmount)
  const refund = useEndpointMutation(adminBilling.refund, {
    ...{ refreshes: 'all', awaitsRefresh: true, isIdempotent: true },
    onSuccess: ({ refundedAmount = 0 }) => {
      // More than was typed, if the payment was disputed meanwhile.
      const amount = formatMoney({ amount: refundedAmount - (payment.refundedAmount ?? 0), currency })
      showSuccessToast(`${amount} refunded to ${formatUserName(user)}`)
    },
  })
  // After the refund the dialog closes; until then its text stays the same.
  const { preview, isSettled } = useRefundPreview(payment, typed, opened && !refund.isPending)
  const schema = useMemo(() => buildRefundSchema(left, currency), [left, currency])
  const send = async (values: RefundValues) => {
    // The dialog cannot be submitted before they have loaded.
    if (!preview.data) throw new Error('A refund was sent before its credits were known')
    const { creditsLeft, refundedAmount: refundedBefore } = preview.data
    const { reason, amount } = schema.parse(values)
    const part = amount < left ? { amount } : {}
    await refund.mutateAsync({ params: { transactionId }, body: { reason, creditsLeft, refundedBefore, ...part } })
  }
  const isOver = preview.data?.status === 'REFUNDED'
  const lead = `Refunded to the card that ${user.firstName} paid with.`
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={`Refund ${payment.invoiceNumber ?? payment.description} of ${formatUserName(user)}`}
      lead={payment.kind === 'SUBSCRIPTION' ? `${lead} The subscription continues.` : lead}
      schema={schema}
      initialValues={{ amount: initialAmount, reason: '' }}
      call={refund}
      send={send}
      submitLabel={({ amount }) => {
        const isPossible = !isOver && isRefundable(amount, left)
        const money = { amount: parseCents(amount), currency }
        return isPossible ? `Refund ${formatMoney(money)} to ${user.firstName}` : 'Refund'
      }}
      isGrave
      isWaiting={preview.data?.status !== 'PAID' || !isSettled}
      unknown={unknownRefundText}
    >
      {(form) =>
        isOver && refund.isIdle ? (
          <DialogText>{alreadyRefundedText}</DialogText>
        ) : (
          <>
            <AmountFields form={form} payment={payment} onAmount={setTyped} />
            <CreditsLeft preview={preview} isPossible={isRefundable(typed, left)} isStale={!isSettled} />
            <FormFields
              form={form}
              readOnly={refund.isPending}
              fields={[{ ...reasonField, description: 'Shown on the credit note', 'data-autofocus': true }]}
            />
          </>
        )
      }
    </FormDialog>
  )
}

/**
 * Refunds a payment or a part of it, with a reason; open while there is one. Sends the remaining credits and the
 * refunded amount it shows, so that credits spent or refunds made meanwhile are not overlooked.
 */
export function RefundDialog({ user, payment, onClose }: RefundDialogProps) {
  // The dialog of the last payment still fades out after it has closed.
  const [last, setLast] = useState(payment)
  if (payment && payment !== last) setLast(payment)
  if (!last) return null
  const { transactionId, refundedAmount } = last
  const opened = payment !== undefined
  return <RefundForm key={`${transactionId}:${refundedAmount}`} {...{ user, opened, onClose }} payment={last} />
}
