import type { RefundPreview } from '@dooryard/contract/admin-billing'
import type { Transaction } from '@dooryard/contract/transactions'
import { Skeleton } from '@mantine/core'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { formatMoney, formatNumber, plural } from '../../lib/format.ts'
import { nameOf } from '../../lib/names.ts'
import { LoadFailure } from '../../ui/display/state-view.tsx'
import { ReasonDialog } from '../../ui/form/reason-dialog.tsx'
import { mayBeDone, type Person, refundPreview, useRefund } from './user-credits.data.ts'
import classes from './users.module.css'

/** What a refund does, before it is made. */
function leadOf(payment: Transaction, { firstName }: Person): string {
  const words = `The whole ${formatMoney(payment)} goes back to the card that ${firstName} paid with.`
  return payment.kind === 'SUBSCRIPTION' ? `${words} The subscription itself goes on.` : words
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

type CreditsLeftProps = { preview: UseQueryResult<RefundPreview> }

function CreditsLeft({ preview: { data, error, refetch } }: CreditsLeftProps) {
  if (data && data.status !== 'PAID') return <p className={classes.effects}>{refundedAlready}</p>
  if (data)
    return (
      <ul className={classes.effects} aria-label="What becomes of the credits">
        {refundEffects(data).map((words) => (
          <li key={words}>{words}</li>
        ))}
      </ul>
    )
  if (error) return <LoadFailure what="The credits that are left" error={error} onRetry={() => void refetch()} />
  return <Skeleton height={48} />
}

type RefundDialogProps = { user: Person; payment: Transaction | undefined; onClose: () => void }

/**
 * Pays a payment of a user back, with a reason; open while there is one. It sends the credits that it shows as left, so
 * that nothing is refunded whose credits are spent meanwhile.
 */
export function RefundDialog({ user, payment, onClose }: RefundDialogProps) {
  const transactionId = payment?.transactionId ?? ''
  const preview = useQuery({ ...refundPreview(transactionId), enabled: payment !== undefined })
  const refund = useRefund(user, transactionId, preview.data?.creditsLeft)
  const asked = payment && {
    id: payment.transactionId,
    title: `Refund ${payment.invoiceNumber ?? payment.description} of ${nameOf(user)}`,
    lead: leadOf(payment, user),
    effects: <CreditsLeft preview={preview} />,
    readers: 'It stands on the credit note that they get.',
    send: `Refund ${formatMoney(payment)} to ${user.firstName}`,
    isGrave: true,
    isWaiting: preview.data?.status !== 'PAID',
    ...(preview.data?.status === 'REFUNDED' && { over: refundedAlready }),
    unknown: mayBeDone,
  }
  return <ReasonDialog asked={asked} call={refund} onDone={onClose} onClose={onClose} />
}
