import type { SandboxCheckout } from '@dooryard/contract/payments'
import { expect, test } from 'vitest'
import { cardText, checkoutTitle, groupDigits, payAction, stripSeparators } from './checkout-labels.ts'

const usd = (amount: number) => ({ amount, currency: 'USD' })

const checkout = (change: Partial<SandboxCheckout>): SandboxCheckout => ({
  session: 'cs_sandbox_1234567890',
  kind: 'PACK',
  name: '500 credits',
  email: 'casey@example.com',
  list: usd(3500),
  discount: usd(700),
  total: usd(2800),
  isMonthly: false,
  status: 'OPEN',
  needsConfirmation: false,
  returnUrl: '/portal',
  cancelUrl: '/portal',
  ...change,
})

test.each([
  [{}, 'Buy 500 credits', 'Pay $28.00'],
  [{ kind: 'SUBSCRIPTION', name: 'Growth', total: usd(14_900) }, 'Subscribe to Growth', 'Subscribe and pay $149.00'],
  [{ discount: usd(3500), total: usd(0) }, 'Buy 500 credits', 'Confirm, nothing to pay'],
  [{ kind: 'PAYMENT_METHOD', name: 'Card', total: usd(0) }, 'Change your card', 'Save card'],
  [{ kind: 'PAYMENT_METHOD', total: usd(0), overdue: usd(4900) }, 'Change your card', 'Save card and pay $49.00'],
] as const)('a checkout %j is headed "%s" and paid by "%s"', (change, title, action) => {
  expect(checkoutTitle(checkout(change))).toBe(title)
  expect(payAction(checkout(change))).toBe(action)
})

test('a card that is saved says what it pays at once', () => {
  const card = { kind: 'PAYMENT_METHOD', total: usd(0) } as const
  expect(cardText(checkout(card))).toMatch(/^Nothing is charged now\./)
  expect(cardText(checkout({ ...card, overdue: usd(4900) }))).toMatch(/^Saving it pays the \$49\.00 that is overdue at/)
})

test('a card number reads in fours and is known however it is typed', () => {
  expect(groupDigits('4242424242424242')).toBe('4242 4242 4242 4242')
  expect(stripSeparators(' 4242-4242 4242 4242')).toBe('4242424242424242')
})
