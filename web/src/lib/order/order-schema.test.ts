import { expect, test } from 'vitest'
import { buildOrderFormSchema, parseOrderableQuantity, parseQuantity } from './order-schema.ts'

const schema = buildOrderFormSchema({ name: 'Mail Ready', minQuantity: 50 })
const validate = (orderName: string, quantity: string) =>
  schema.safeParse({ orderName, quantity }).error?.issues.map(({ message }) => message)[0]

test.each([
  ['Spring', '50', undefined],
  ['Spring', '1,500', undefined],
  ['', '50', 'Order name is required'],
  ['x'.repeat(101), '50', 'Order name must be less than 100 characters'],
  ['Spring', '', 'Quantity is required'],
  ['Spring', 'many', 'Quantity must be a whole number'],
  ['Spring', '1.5', 'Quantity must be a whole number'],
  ['Spring', '1,5', 'Quantity must be a whole number'],
  ['Spring', '0', 'The minimum Mail Ready order is 50 leads'],
  ['Spring', '-5', 'The minimum Mail Ready order is 50 leads'],
  ['Spring', '49', 'The minimum Mail Ready order is 50 leads'],
  ['Spring', '100001', 'Quantity must be 100,000 or less'],
  ['Spring', '9'.repeat(400), 'Quantity must be 100,000 or less'],
])('an order named "%.10s" of %s leads shows the error: %s', (orderName, quantity, message) => {
  expect(validate(orderName, quantity)).toBe(message)
})

test('a quantity may have separators', () => {
  expect(parseQuantity('12,500')).toBe(12500)
  expect(parseQuantity('12 500')).toBe(12500)
  expect(parseQuantity('-1')).toBeUndefined()
})

test('a cost is shown for quantities that an order can have, and for no others', () => {
  const typed = ['100,000', '100,001', 'many', '0', '-1', '1.5', '']
  expect(typed.map(parseOrderableQuantity)).toEqual([100_000, ...Array(6).fill(undefined)])
})
