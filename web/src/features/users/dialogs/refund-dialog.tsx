import { adminBilling, type RefundPreview } from '@dooryard/contract/admin-billing'
import type { Transaction } from '@dooryard/contract/transactions'
import type { User } from '@dooryard/contract/users'
import { Skeleton } from '@mantine/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { formatMoney, formatNumber, plural } from '../../../lib/format.ts'
import { nameOf } from '../../../lib/names.ts'
import { queryOf } from '../../../lib/query.ts'
import { useCall } from '../../../lib/use-call.ts'
import { LoadFailure } from '../../../ui/display/state-view.tsx'
import { DialogText } from '../../../ui/form/call-dialog.tsx'
import { ReasonDialog, withReason } from '../../../ui/form/reason-dialog.tsx'
import { toastDone } from '../../../ui/toasts/toasts.ts'
import { mayBeDone, refreshesAll } from '../users.data.ts'
import { EffectList } from './effects.tsx'

/** What a refund does, before it is made. */
function formatLead(payment: Transaction, { firstName }: User): string {
  const lead = `The whole ${formatMoney(payment)} goes back to the card that ${firstName} paid with.`
  return payment.kind === 'SUBSCRIPTION' ? `${lead} The subscription itself goes on.` : lead
}

const isOrAre = (count: number) => `${formatNumber(count)} ${count === 1 ? 'is' : 'are'}`

/** What becomes of the credits of a payment that is refunded, one sentence for each part of them. */
function refundEffects({ creditsGranted, creditsLeft: { available, held } }: RefundPreview): string[] {
  if (creditsGranted === 0) return ['This payment brought no credits.']
  const gone = Math.max(0, creditsGranted - available - held)
  return [
    `${formatNumber(available)} of the ${plural(creditsGranted, 'credit')} it brought ${available === 1 ? 'is' : 'are'} taken back now.`,
    ...(held > 0 ? [`${isOrAre(held)} held by orders in progress: what they deliver is not taken back.`] : []),
    ...(gone > 0
      ? [`${isOrAre(gone)} no longer on the account: spent, expired or taken off. The whole price is refunded.`]
      : []),
  ]
}

const refundedAlready = 'Refunded already: nothing is left to pay back.'

function CreditsLeft({ preview: { data, error, refetch } }: { preview: UseQueryResult<RefundPreview> }) {
  if (data && data.status !== 'PAID') return <DialogText>{refundedAlready}</DialogText>
  if (data) return <EffectList label="What becomes of the credits" effects={refundEffects(data)} />
  if (error) return <LoadFailure what="The credits that are left" error={error} onRetry={() => void refetch()} />
  return <Skeleton height={48} />
}

type RefundDialogProps = { user: User; payment: Transaction | undefined; onClose: () => void }

/**
 * Pays a payment of a user back, with a reason; open while there is one. It sends the credits that it shows as left, so
 * that nothing is refunded whose credits are spent meanwhile.
 */
export function RefundDialog({ user, payment, onClose }: RefundDialogProps) {
  const transactionId = payment?.transactionId ?? ''
  const refund = useCall(adminBilling.refund, {
    ...refreshesAll,
    onceOnly: true,
    onSuccess: (refunded) => toastDone(`${formatMoney(refunded)} is refunded to ${nameOf(user)}`),
  })
  const preview = useQuery({
    ...queryOf(adminBilling.refundPreview, { params: { transactionId } }),
    // Once it is refunded the dialog closes, and what it said beforehand stays until then.
    enabled: payment !== undefined && !refund.isPending,
  })
  const { status, creditsLeft } = preview.data ?? {}
  const asked = payment && {
    id: transactionId,
    title: `Refund ${payment.invoiceNumber ?? payment.description} of ${nameOf(user)}`,
    lead: formatLead(payment, user),
    effects: <CreditsLeft preview={preview} />,
    readers: 'It stands on the credit note that they get.',
    send: `Refund ${formatMoney(payment)} to ${user.firstName}`,
    isGrave: true,
    isWaiting: status !== 'PAID',
    ...(status === 'REFUNDED' && { over: refundedAlready }),
    unknown: mayBeDone,
  }
  return (
    <ReasonDialog
      asked={asked}
      call={withReason(refund, (reason) => {
        // The dialog waits for them before it can be sent.
        if (!creditsLeft) throw new Error('A refund was sent before its credits were known')
        return { params: { transactionId }, body: { reason, creditsLeft } }
      })}
      onDone={onClose}
      onClose={onClose}
    />
  )
}
