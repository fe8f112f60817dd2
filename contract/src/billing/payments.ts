import { z } from 'zod'
import { classified } from '../api/data-classes.ts'
import { endpoint, endpointFactory, SignedPayload } from '../api/endpoint.ts'
import { Money } from '../api/money.ts'
import { BillingInterval } from './plans.ts'
import { checkoutStatuses } from './purchases.ts'

export const testCards = {
  '4242424242424242': { does: 'SUCCEEDS', says: 'Succeeds' },
  '4000000000000002': { does: 'DECLINED', says: 'Declined' },
  '4000002760003184': { does: 'NEEDS_CONFIRMATION', says: 'Needs confirmation' },
  '4000000000000341': { does: 'FAILS_AT_RENEWAL', says: 'Succeeds now, fails at renewal' },
} as const
export type TestCard = keyof typeof testCards

const cardNumbers = Object.keys(testCards) as [TestCard, ...TestCard[]]

const SandboxCheckout = z
  .object({
    session: classified('secret', z.string()),
    kind: z.enum(['SUBSCRIPTION', 'PACK', 'PAYMENT_METHOD']),
    name: z.string(),
    email: classified('personal', z.string()),
    list: Money,
    discount: Money,
    total: Money,
    overdue: Money.optional().describe('The unpaid amount, which is charged when the card is saved'),
    interval: BillingInterval.optional().describe('How often it is charged; absent for what is paid once'),
    status: z.enum(checkoutStatuses),
    needsConfirmation: z.boolean(),
    returnUrl: z.string().describe('Where to return after the payment; a path of the portal'),
    cancelUrl: z.string(),
  })
  .meta({
    id: 'SandboxCheckout',
    example: {
      session: 'cs_sandbox_9f86d081884c7d65',
      kind: 'PACK',
      name: '500 credits',
      returnUrl: '/portal/settings/pay-as-you-go',
    },
  })
export type SandboxCheckout = z.infer<typeof SandboxCheckout>

export const SandboxPayment = z
  .strictObject({
    card: z
      .string('Enter a card number')
      .transform((text) => text.replace(/[\s-]/g, ''))
      .pipe(z.enum(cardNumbers, 'Use one of the test cards: this page takes no real ones')),
  })
  .meta({ id: 'SandboxPayment', example: { card: '4242424242424242' } })
export type SandboxPayment = z.infer<typeof SandboxPayment>

export const SandboxConfirmation = z
  .strictObject({ approve: z.boolean() })
  .meta({ id: 'SandboxConfirmation', example: { approve: true } })
export type SandboxConfirmation = z.infer<typeof SandboxConfirmation>

export const SandboxClock = z.object({ now: z.iso.datetime(), daysAhead: z.int() }).meta({ id: 'SandboxClock' })
export type SandboxClock = z.infer<typeof SandboxClock>

export const SandboxAdvance = z
  .strictObject({
    days: z
      .int('Enter a whole number of days')
      .min(1, 'Move the clock by 1 day or more')
      .max(366, 'Move the clock by 366 days or less at once'),
  })
  .meta({ id: 'SandboxAdvance', example: { days: 31 } })
export type SandboxAdvance = z.infer<typeof SandboxAdvance>

export const paymentEvents = {
  receive: endpoint({
    method: 'POST',
    path: '/v1/payments/events',
    summary: 'Receive a signed event of the payment provider',
    tag: 'Billing',
    access: 'ANYONE',
    body: SignedPayload,
    response: z.object({ received: z.literal(true) }),
    limits: [{ name: 'payment-events', per: 'address', times: 6000, seconds: 60 }],
  }),
}

const params = z.object({ session: z.string().regex(/^[\w-]{10,100}$/, 'There is no such purchase') })
/** Anyone with the URL may pay, as on any hosted checkout: the session id in it cannot be guessed. */
const sandboxPageEndpoint = endpointFactory({ tag: 'Sandbox', access: 'ANYONE' })
const checkoutLimits = [{ name: 'sandbox-checkout', per: 'address', times: 600, seconds: 3600 }] as const
const sandboxAdminEndpoint = endpointFactory({ tag: 'Sandbox', access: ['SUPER_ADMIN'] })

/**
 * The payment provider of a demo, without real money. Every endpoint returns NOT_FOUND where the sandbox is not the
 * provider.
 */
export const sandbox = {
  checkout: sandboxPageEndpoint('GET /v1/sandbox/checkouts/{session}', 'Get the purchase that a payment page is for', {
    params,
    response: SandboxCheckout,
    data: ['personal', 'secret', 'money'],
    errors: ['NOT_FOUND'],
  }),
  pay: sandboxPageEndpoint('POST /v1/sandbox/checkouts/{session}/pay', 'Pay with a test card', {
    params,
    body: SandboxPayment,
    response: SandboxCheckout,
    data: ['personal', 'secret', 'money'],
    limits: checkoutLimits,
    errors: ['NOT_FOUND', 'CONFLICT', 'UNPROCESSABLE'],
  }),
  confirm: sandboxPageEndpoint(
    'POST /v1/sandbox/checkouts/{session}/confirm',
    'Confirm or decline the payment, as on the page of a bank',
    {
      params,
      body: SandboxConfirmation,
      response: SandboxCheckout,
      data: ['personal', 'secret', 'money'],
      limits: checkoutLimits,
      errors: ['NOT_FOUND', 'CONFLICT', 'UNPROCESSABLE'],
    },
  ),
  clock: sandboxAdminEndpoint('GET /v1/admin/sandbox/clock', 'Get the sandbox time', { response: SandboxClock }),
  advance: sandboxAdminEndpoint(
    'POST /v1/admin/sandbox/clock/advance',
    'Advance the sandbox clock; renewals due by then are charged',
    { body: SandboxAdvance, response: SandboxClock },
  ),
}
