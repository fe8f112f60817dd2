import type { SandboxCheckout } from '@dooryard/contract/billing/payments'
import { formatMoney } from '../../lib/format/format.ts'

/** The page heading: what is bought. */
export function formatCheckoutTitle({ kind, name }: SandboxCheckout): string {
  if (kind === 'PAYMENT_METHOD') return 'Change your card'
  return kind === 'SUBSCRIPTION' ? `Subscribe to ${name}` : `Buy ${name}`
}

/** The button's label: the payment and its amount. */
export function formatPayAction({ kind, total, overdue }: SandboxCheckout): string {
  if (kind === 'PAYMENT_METHOD') return overdue ? `Save card and pay ${formatMoney(overdue)}` : 'Save card'
  if (total.amount === 0) return 'Confirm, nothing to pay'
  return kind === 'SUBSCRIPTION' ? `Subscribe and pay ${formatMoney(total)}` : `Pay ${formatMoney(total)}`
}

/** What saving a card does. */
export function formatCardText({ overdue }: SandboxCheckout): string {
  const now = overdue
    ? `Saving it pays the ${formatMoney(overdue)} that is overdue at once.`
    : 'Nothing is charged now.'
  return `${now} Renewals and automatic purchases are charged to this card from now on.`
}

/** Formats digits as `4242 4242 4242 4242`. */
export const groupDigits = (number: string) => number.replace(/(\d{4})(?=\d)/g, '$1 ')

/** Removes the separators from a card number. */
export const stripSeparators = (text: string) => text.replace(/[\s-]/g, '')
