import { expect, test } from 'vitest'
import type { ProviderInvoice, ProviderSubscription } from '../provider/provider.ts'
import { getPaidPlan, sortInvoices, toSubscriptionState } from './subscription-state-rules.ts'

const plan = {
  interval: 'MONTH' as const,
  planId: 'growth',
  name: 'Growth',
  price: 14_900,
  currency: 'USD',
  credits: 4000,
}
const smaller = { ...plan, planId: 'starter', price: 4900, credits: 1000 }
const onDay = (day: string) => new Date(`2026-${day}T09:30:00Z`)

const invoice = (overrides: Partial<ProviderInvoice>): ProviderInvoice => ({
  ...{
    id: 'in_1',
    customerId: 'cus_1',
    subscriptionId: 'sub_1',
    reason: 'FIRST',
    plan,
    status: 'PAID',
    amount: 14_900,
  },
  ...{ discount: 0, currency: 'USD', periodStart: onDay('11-02'), periodEnd: onDay('12-02'), at: onDay('11-02') },
  ...overrides,
})

const subscription: ProviderSubscription = {
  ...{ id: 'sub_1', customerId: 'cus_1', checkoutId: 'ours', status: 'ACTIVE', plan, cancelAtPeriodEnd: false },
  ...{ periodStart: onDay('12-02'), periodEnd: onDay('12-31') },
}

const renewal = invoice({ id: 'in_2', reason: 'RENEWAL', periodStart: onDay('12-02'), at: onDay('12-02') })
const failed = invoice({ ...renewal, status: 'FAILED' })
const buildSnapshot = (overrides: Partial<ProviderSubscription>, ...invoices: ProviderInvoice[]) => ({
  ...{ number: 1, now: onDay('12-05'), subscription: { ...subscription, ...overrides } },
  invoices: [invoice({}), ...invoices],
})
const recorded = (status: string, graceUntil: Date | null = null) => ({ status, graceUntil })

test('invoices of the same instant are ordered first month, renewal, change', () => {
  const change = invoice({ id: 'in_3', reason: 'CHANGE', at: onDay('12-02') })
  const first = invoice({ at: onDay('12-02') })
  expect(sortInvoices([change, renewal, first]).map(({ reason }) => reason)).toEqual(['FIRST', 'RENEWAL', 'CHANGE'])
})

test('the plan is that of the last paid invoice, in whatever order they are listed', () => {
  const later = invoice({ ...renewal, plan: smaller })
  expect(getPaidPlan([later, invoice({})])?.planId).toBe('starter')
  expect(getPaidPlan([invoice({ ...later, status: 'FAILED' }), invoice({})])?.planId).toBe('growth')
  expect(getPaidPlan([invoice({ status: 'OPEN' })])).toBeUndefined()
})

test('the grace period counts from the failure, not from its recording, and does not restart', () => {
  const first = toSubscriptionState(buildSnapshot({ status: 'PAST_DUE' }, failed), plan, recorded('ACTIVE'), false)
  expect(first.graceUntil).toEqual(onDay('12-09'))
  const again = toSubscriptionState(
    buildSnapshot({ status: 'PAST_DUE' }, failed),
    plan,
    recorded('PAST_DUE', onDay('12-08')),
    false,
  )
  expect(again.graceUntil).toEqual(onDay('12-08'))
  expect(
    toSubscriptionState(buildSnapshot({}, renewal), plan, recorded('PAST_DUE', onDay('12-08')), false).graceUntil,
  ).toBeNull()
})

test('the grace period counts from the first attempt if the invoice was created earlier', () => {
  const tried = invoice({ ...failed, firstTriedAt: new Date('2026-12-02T10:30:00Z') })
  const { graceUntil } = toSubscriptionState(
    buildSnapshot({ status: 'PAST_DUE' }, tried),
    plan,
    recorded('ACTIVE'),
    false,
  )
  expect(graceUntil).toEqual(new Date('2026-12-09T10:30:00Z'))
})

test('a subscription that ends while its month is unpaid ends for non-payment, otherwise as the provider says', () => {
  const ended = { status: 'INACTIVE', endReason: 'CANCELLED' } as const
  expect(toSubscriptionState(buildSnapshot(ended, failed), plan, recorded('PAST_DUE'), false).endReason).toBe(
    'PAYMENT_FAILED',
  )
  expect(toSubscriptionState(buildSnapshot(ended, renewal), plan, recorded('PAST_DUE'), false).endReason).toBe(
    'CANCELLED',
  )
  expect(toSubscriptionState(buildSnapshot(ended, renewal), plan, recorded('ACTIVE'), false).endReason).toBe(
    'CANCELLED',
  )
})

test('a duplicate is over, whatever the provider says', () => {
  const state = toSubscriptionState(buildSnapshot({}), plan, undefined, true)
  expect(state).toMatchObject({ status: 'INACTIVE', endedAt: onDay('12-05'), nextPlanId: null, graceUntil: null })
})
