import { expect, test } from 'vitest'
import { orderableOf, orderFormSchema, quantityOf } from './order-schema.ts'

const schema = orderFormSchema({
  id: '1',
  key: 'MAIL_READY',
  name: 'Mail Ready',
  creditRequired: 1,
  minCampaignVolume: 50,
  isActive: true,
})
const problem = (orderName: string, quantity: string) =>
  schema.safeParse({ orderName, quantity }).error?.issues.map(({ message }) => message)[0]

test.each([
  ['Spring', '50', undefined],
  ['Spring', '1,500', undefined],
  ['', '50', 'Order name is required'],
  ['x'.repeat(101), '50', 'Order name must be less than 100 characters'],
  ['Spring', '', 'Quantity is required'],
  ['Spring', 'many', 'Quantity must be a whole number'],
  ['Spring', '1.5', 'Quantity must be a whole number'],
  ['Spring', '0', 'The smallest order of Mail Ready is 50 leads'],
  ['Spring', '49', 'The smallest order of Mail Ready is 50 leads'],
  ['Spring', '100001', 'Quantity must be 100,000 or less'],
  ['Spring', '9'.repeat(400), 'Quantity must be 100,000 or less'],
])('an order called "%.10s" of %s leads is told: %s', (orderName, quantity, message) => {
  expect(problem(orderName, quantity)).toBe(message)
})

test('separators are for people', () => {
  expect(quantityOf('12,500')).toBe(12500)
  expect(quantityOf('12 500')).toBe(12500)
  expect(quantityOf('-1')).toBeUndefined()
})

test('the cost is shown of as many as one order may ask for, and of no more', () => {
  expect(['100,000', '100,001', 'many'].map(orderableOf)).toEqual([100_000, undefined, undefined])
})
