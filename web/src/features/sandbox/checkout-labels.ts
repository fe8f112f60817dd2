import type { SandboxCheckout } from '@dooryard/contract/payments'
import { formatMoney } from '../../lib/format.ts'

/** What is bought, as the heading of the page. */
export function checkoutTitle({ kind, name }: SandboxCheckout): string {
  if (kind === 'PAYMENT_METHOD') return 'Change your card'
  return kind === 'SUBSCRIPTION' ? `Subscribe to ${name}` : `Buy ${name}`
}

/** What the button says: that something is paid, and how much. */
export function payAction({ kind, total, overdue }: SandboxCheckout): string {
  if (kind === 'PAYMENT_METHOD') return overdue ? `Save card and pay ${formatMoney(overdue)}` : 'Save card'
  if (total.amount === 0) return 'Confirm, nothing to pay'
  return kind === 'SUBSCRIPTION' ? `Subscribe and pay ${formatMoney(total)}` : `Pay ${formatMoney(total)}`
}

/** What comes of a card that is saved. */
export function cardText({ overdue }: SandboxCheckout): string {
  const now = overdue
    ? `Saving it pays the ${formatMoney(overdue)} that is overdue at once.`
    : 'Nothing is charged now.'
  return `${now} Renewals and automatic purchases are charged to this card from now on.`
}

/** `4242 4242 4242 4242`. */
export const groupDigits = (number: string) => number.replace(/(\d{4})(?=\d)/g, '$1 ')

/** The digits of a card number, however it was typed. */
export const stripSeparators = (typed: string) => typed.replace(/[\s-]/g, '')
