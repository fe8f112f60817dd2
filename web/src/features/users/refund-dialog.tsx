import type { Transaction } from '@dooryard/contract/transactions'
import { formatMoney, plural } from '../../lib/format.ts'
import { nameOf } from '../../lib/names.ts'
import { ReasonDialog } from '../../ui/form/reason-dialog.tsx'
import { mayBeDone, type Person, useRefund } from './user-credits.data.ts'

/** What a refund does, before it is made. */
function leadOf(payment: Transaction, { firstName }: Person): string {
  const credits = plural(payment.creditsGranted, 'credit')
  const words = `The whole ${formatMoney(payment)} goes back to the card that ${firstName} paid with.`
  const rest = payment.kind === 'SUBSCRIPTION' ? ' The subscription itself goes on.' : ''
  return `${words} What is left of the ${credits} it brought is taken back.${rest}`
}

type RefundDialogProps = { user: Person; payment: Transaction | undefined; onClose: () => void }

/** Pays a payment of a user back, with a reason; open while there is one. */
export function RefundDialog({ user, payment, onClose }: RefundDialogProps) {
  const refund = useRefund(user, payment?.transactionId ?? '')
  const asked = payment && {
    id: payment.transactionId,
    title: `Refund ${payment.invoiceNumber ?? payment.description} of ${nameOf(user)}`,
    lead: leadOf(payment, user),
    readers: 'It stands on the credit note that they get.',
    send: `Refund ${formatMoney(payment)} to ${user.firstName}`,
    isGrave: true,
    unknown: mayBeDone,
  }
  return <ReasonDialog asked={asked} call={refund} onDone={onClose} onClose={onClose} />
}
