import { adminBilling, type RefundPreview } from '@dooryard/contract/billing/admin-billing'
import type { Transaction } from '@dooryard/contract/billing/transactions'
import type { User } from '@dooryard/contract/identity/users'
import { Skeleton } from '@mantine/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { buildQuery } from '../../../lib/api/query.ts'
import { useEndpointMutation } from '../../../lib/api/use-endpoint-mutation.ts'
import { formatMoney, formatNumber, pluralize } from '../../../lib/format/format.ts'
import { formatUserName } from '../../../lib/format/user-name.ts'
import { LoadFailure } from '../../../ui/feedback/state-view.tsx'
import { DialogText } from '../../../ui/form/mutation-dialog.tsx'
import { ReasonDialog, withReason } from '../../../ui/form/reason-dialog.tsx'
import { showSuccessToast } from '../../../ui/toasts/toasts.ts'
import { refreshAllOptions, unknownOutcomeText } from '../users.data.ts'
import { EffectList } from './effect-list.tsx'

/** What a refund does, shown before it runs. */
function formatLead(payment: Transaction, { firstName }: User): string {
  const lead = `The whole ${formatMoney(payment)} is refunded to the card that ${firstName} paid with.`
  return payment.kind === 'SUBSCRIPTION' ? `${lead} The subscription itself continues.` : lead
}

const formatCountWithVerb = (count: number) => `${formatNumber(count)} ${count === 1 ? 'is' : 'are'}`

/** What happens to the credits of a refunded payment, one sentence per part. */
function listRefundEffects({ creditsGranted, creditsLeft: { available, held } }: RefundPreview): string[] {
  if (creditsGranted === 0) return ['This payment brought no credits.']
  const unavailable = Math.max(0, creditsGranted - available - held)
  return [
    `${formatNumber(available)} of the ${pluralize(creditsGranted, 'credit')} it brought ${available === 1 ? 'is' : 'are'} taken back now.`,
    ...(held > 0
      ? [`${formatCountWithVerb(held)} held by orders in progress: what they deliver is not taken back.`]
      : []),
    ...(unavailable > 0
      ? [
          `${formatCountWithVerb(unavailable)} no longer on the account: spent, expired or taken off. The whole price is refunded.`,
        ]
      : []),
  ]
}

const alreadyRefundedText = 'Refunded already: nothing is left to refund.'

function CreditsLeft({ preview: { data, error, refetch } }: { preview: UseQueryResult<RefundPreview> }) {
  if (data && data.status !== 'PAID') return <DialogText>{alreadyRefundedText}</DialogText>
  if (data) return <EffectList label="What becomes of the credits" effects={listRefundEffects(data)} />
  if (error) return <LoadFailure what="The credits that are left" error={error} onRetry={() => void refetch()} />
  return <Skeleton height={48} />
}

type RefundDialogProps = { user: User; payment: Transaction | undefined; onClose: () => void }

/**
 * Refunds a payment, with a reason; open while there is one. Sends the remaining credits it shows, so that credits
 * spent meanwhile are not refunded.
 */
export function RefundDialog({ user, payment, onClose }: RefundDialogProps) {
  const transactionId = payment?.transactionId ?? ''
  const refund = useEndpointMutation(adminBilling.refund, {
    ...refreshAllOptions,
    isIdempotent: true,
    onSuccess: (refunded) => showSuccessToast(`${formatMoney(refunded)} is refunded to ${formatUserName(user)}`),
  })
  const preview = useQuery({
    ...buildQuery(adminBilling.refundPreview, { params: { transactionId } }),
    // After the refund the dialog closes; until then its text stays the same.
    enabled: payment !== undefined && !refund.isPending,
  })
  const { status, creditsLeft } = preview.data ?? {}
  const asked = payment && {
    id: transactionId,
    title: `Refund ${payment.invoiceNumber ?? payment.description} of ${formatUserName(user)}`,
    lead: formatLead(payment, user),
    effects: <CreditsLeft preview={preview} />,
    readers: 'It stands on the credit note that they get.',
    send: `Refund ${formatMoney(payment)} to ${user.firstName}`,
    isGrave: true,
    isWaiting: status !== 'PAID',
    ...(status === 'REFUNDED' && { over: alreadyRefundedText }),
    unknown: unknownOutcomeText,
  }
  return (
    <ReasonDialog
      prompt={asked}
      call={withReason(refund, (reason) => {
        // The dialog cannot be submitted before they have loaded.
        if (!creditsLeft) throw new Error('A refund was sent before its credits were known')
        return { params: { transactionId }, body: { reason, creditsLeft } }
      })}
      onDone={onClose}
      onClose={onClose}
    />
  )
}
