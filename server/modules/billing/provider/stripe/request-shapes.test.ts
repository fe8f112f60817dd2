import Stripe from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApiCalls } from './api-calls.fixture.ts'
import { type FakeStripe, fakeStripe, testKeys } from './fake-stripe.fixture.ts'
import { recordedFrom, requestShapes } from './request-shapes.fixture.ts'
import { apiVersion } from './stripe-client.ts'

let fake: FakeStripe
let stripe: Stripe
beforeAll(async () => {
  fake = await fakeStripe()
  const { hostname: host, port } = new URL(fake.url)
  stripe = new Stripe(testKeys.secretKey, { host, port, protocol: 'http', telemetry: false })
})
afterAll(() => fake.close())

test('the shapes match the installed SDK and the API version in use', () => {
  expect({ sdk: Stripe.PACKAGE_VERSION, api: Stripe.API_VERSION }).toEqual(recordedFrom)
  expect(apiVersion).toBe(recordedFrom.api)
})

test('every recorded call is answered, and no other', () => {
  expect(Object.keys(createApiCalls(fake.state, fake.sessionRequests)).sort()).toEqual(
    Object.keys(requestShapes).sort(),
  )
})

const refused = async (call: Promise<unknown>) => {
  const message = await call.then(
    () => 'answered',
    (error: Error) => error.message,
  )
  return [message, fake.misfits.splice(0).length]
}

test('control: an unknown or malformed parameter is refused and recorded', async () => {
  const customers = stripe.customers as unknown as { create: (params: object) => Promise<unknown> }
  const payments = stripe.paymentIntents as unknown as { create: (params: object) => Promise<unknown> }
  expect(await refused(customers.create({ metadata: { userId: 'x' } }))).toEqual(['answered', 0])
  expect(await refused(customers.create({ metdata: {}, colour: 'red' }))).toEqual([
    'Received unknown parameter: colour',
    1,
  ])
  expect(await refused(payments.create({ amount: 100 }))).toEqual(['Missing required param: currency.', 1])
  expect(await refused(payments.create({ amount: 'much', currency: 'usd' }))).toEqual(['Invalid integer: much', 1])
  expect(await refused(payments.create({ amount: 1, currency: 'usd', confirm: 'maybe' }))).toEqual([
    'Invalid boolean: maybe',
    1,
  ])
  const mode = 'donation' as 'payment'
  expect(await refused(stripe.checkout.sessions.create({ mode }))).toEqual([
    expect.stringContaining('must be one of'),
    1,
  ])
  const line_items = [{ quantity: 1, price_data: { currency: 'usd', unit_amount: 1, colour: 'red' } }]
  const nested = await refused(stripe.checkout.sessions.create({ mode: 'payment', line_items }))
  expect(nested).toEqual(['Received unknown parameter: line_items[0].price_data.colour', 1])
  expect(await refused(stripe.balance.retrieve())).toEqual([expect.stringContaining('Unrecognized request URL'), 1])
})

test('a key returns the same response again, and none for another request', async () => {
  const key = { idempotencyKey: 'one' }
  const one = await stripe.customers.create({ metadata: { userId: 'a' } }, key)
  expect((await stripe.customers.create({ metadata: { userId: 'a' } }, key)).id).toBe(one.id)
  expect(await refused(stripe.customers.create({ metadata: { userId: 'b' } }, key))).toEqual([
    expect.stringContaining('same parameters'),
    0,
  ])
})
