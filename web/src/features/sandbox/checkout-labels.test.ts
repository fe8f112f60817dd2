import type { SandboxCheckout } from '@dooryard/contract/billing/payments'
import { expect, test } from 'vitest'
import {
  formatCardText,
  formatCheckoutTitle,
  formatPayAction,
  groupDigits,
  stripSeparators,
} from './checkout-labels.ts'

const dollars = (amount: number) => ({ amount, currency: 'USD' })

const buildCheckout = (change: Partial<SandboxCheckout>): SandboxCheckout => ({
  session: 'cs_sandbox_1234567890',
  kind: 'PACK',
  name: '500 credits',
  email: 'casey@example.com',
  list: dollars(3500),
  discount: dollars(700),
  total: dollars(2800),
  status: 'OPEN',
  needsConfirmation: false,
  returnUrl: '/portal',
  cancelUrl: '/portal',
  ...change,
})

test.each([
  [{}, 'Buy 500 credits', 'Pay $28.00'],
  [
    { kind: 'SUBSCRIPTION', name: 'Growth', total: dollars(14_900) },
    'Subscribe to Growth',
    'Subscribe and pay $149.00',
  ],
  [{ discount: dollars(3500), total: dollars(0) }, 'Buy 500 credits', 'Confirm, nothing to pay'],
  [{ kind: 'PAYMENT_METHOD', name: 'Card', total: dollars(0) }, 'Change your card', 'Save card'],
  [
    { kind: 'PAYMENT_METHOD', total: dollars(0), overdue: dollars(4900) },
    'Change your card',
    'Save card and pay $49.00',
  ],
] as const)('a checkout %j has the heading "%s" and the button "%s"', (change, title, action) => {
  expect(formatCheckoutTitle(buildCheckout(change))).toBe(title)
  expect(formatPayAction(buildCheckout(change))).toBe(action)
})

test('saving a card says what it pays immediately', () => {
  const card = { kind: 'PAYMENT_METHOD', total: dollars(0) } as const
  expect(formatCardText(buildCheckout(card))).toMatch(/^Nothing is charged now\./)
  expect(formatCardText(buildCheckout({ ...card, overdue: dollars(4900) }))).toMatch(
    /^Saving it pays the \$49\.00 that is overdue at/,
  )
})

test('a card number is shown in groups of four and parsed in any format', () => {
  expect(groupDigits('4242424242424242')).toBe('4242 4242 4242 4242')
  expect(stripSeparators(' 4242-4242 4242 4242')).toBe('4242424242424242')
})
