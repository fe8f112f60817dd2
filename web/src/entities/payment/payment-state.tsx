import type { PaymentState as State, Transaction } from '@dooryard/contract/billing/transactions'
import { Tag } from '../../ui/display/badges.tsx'

const tones = { PAID: 'good', FAILED: 'bad', REFUNDED: 'plain' } as const

/** The states of payments, in the order of filters. */
export const paymentStateLabels: Record<State, string> = {
  PAID: 'Paid',
  PARTLY_REFUNDED: 'Partly refunded',
  REFUNDED: 'Refunded',
  FAILED: 'Failed',
}

/** `Partly refunded`, or its status. */
export const formatPaymentState = ({ status, refundedAmount }: Transaction): string =>
  paymentStateLabels[status === 'PAID' && refundedAmount ? 'PARTLY_REFUNDED' : status]

type PaymentStateProps = { payment: Transaction; isInProgress?: boolean }

/** The state of a payment to an administrator, who also sees that a part of it is refunded. */
export function PaymentState({ payment, isInProgress = false }: PaymentStateProps) {
  const { status, refundedAmount } = payment
  if (status === 'PAID' && isInProgress) return <Tag tone="warn">Refunding</Tag>
  const isPartlyRefunded = status === 'PAID' && Boolean(refundedAmount)
  return <Tag tone={isPartlyRefunded ? 'warn' : tones[status]}>{formatPaymentState(payment)}</Tag>
}
