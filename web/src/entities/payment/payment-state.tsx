import type { Transaction } from '@dooryard/contract/billing/transactions'
import { toTitleCase } from '../../lib/format/format.ts'
import { Tag } from '../../ui/display/badges.tsx'

const tones = { PAID: 'good', FAILED: 'bad', REFUNDED: 'plain' } as const

type PaymentStateProps = { payment: Transaction; isInProgress?: boolean }

/** The state of a payment to an administrator, who also sees that a part of it is refunded. */
export function PaymentState({ payment: { status, refundedAmount }, isInProgress = false }: PaymentStateProps) {
  if (status === 'PAID' && isInProgress) return <Tag tone="warn">Refunding</Tag>
  if (status === 'PAID' && refundedAmount) return <Tag tone="warn">Partly refunded</Tag>
  return <Tag tone={tones[status]}>{toTitleCase(status)}</Tag>
}
