import type { Transaction } from '@dooryard/contract/transactions'

export const kindNames: Record<Transaction['kind'], string> = { SUBSCRIPTION: 'Subscription', PACK: 'Pack' }
export const statusNames: Record<Transaction['status'], string> = {
  PAID: 'Paid',
  FAILED: 'Failed',
  REFUNDED: 'Refunded',
}
