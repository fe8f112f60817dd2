import { expect, test } from 'vitest'
import type { ProviderInvoice, ProviderSubscription } from '../provider.ts'
import { inOrder, planPaidFor, stateOf } from './subscription-state-rules.ts'

const plan = { planId: 'growth', name: 'Growth', price: 14_900, currency: 'USD', credits: 4000 }
const smaller = { ...plan, planId: 'starter', price: 4900, credits: 1000 }
const on = (day: string) => new Date(`2026-${day}T09:30:00Z`)

const invoice = (given: Partial<ProviderInvoice>): ProviderInvoice => ({
  ...{
    id: 'in_1',
    customerId: 'cus_1',
    subscriptionId: 'sub_1',
    reason: 'FIRST',
    plan,
    status: 'PAID',
    amount: 14_900,
  },
  ...{ discount: 0, currency: 'USD', periodStart: on('11-02'), periodEnd: on('12-02'), at: on('11-02') },
  ...given,
})

const subscription: ProviderSubscription = {
  ...{ id: 'sub_1', customerId: 'cus_1', checkoutId: 'ours', status: 'ACTIVE', plan, cancelAtPeriodEnd: false },
  ...{ periodStart: on('12-02'), periodEnd: on('12-31') },
}

const renewal = invoice({ id: 'in_2', reason: 'RENEWAL', periodStart: on('12-02'), at: on('12-02') })
const failed = invoice({ ...renewal, status: 'FAILED' })
const seen = (given: Partial<ProviderSubscription>, ...invoices: ProviderInvoice[]) => ({
  ...{ number: 1, now: on('12-05'), subscription: { ...subscription, ...given } },
  invoices: [invoice({}), ...invoices],
})
const recorded = (status: string, graceUntil: Date | null = null) => ({ status, graceUntil })

test('invoices of one instant come first month, later month, change', () => {
  const change = invoice({ id: 'in_3', reason: 'CHANGE', at: on('12-02') })
  const first = invoice({ at: on('12-02') })
  expect(inOrder([change, renewal, first]).map(({ reason }) => reason)).toEqual(['FIRST', 'RENEWAL', 'CHANGE'])
})

test('the plan is that of the last invoice that was paid, in whatever order they are listed', () => {
  const later = invoice({ ...renewal, plan: smaller })
  expect(planPaidFor([later, invoice({})])?.planId).toBe('starter')
  expect(planPaidFor([invoice({ ...later, status: 'FAILED' }), invoice({})])?.planId).toBe('growth')
  expect(planPaidFor([invoice({ status: 'OPEN' })])).toBeUndefined()
})

test('the days of grace count from the failure and not from when it was heard of, and are not counted anew', () => {
  const first = stateOf(seen({ status: 'PAST_DUE' }, failed), plan, recorded('ACTIVE'), false)
  expect(first.graceUntil).toEqual(on('12-09'))
  const again = stateOf(seen({ status: 'PAST_DUE' }, failed), plan, recorded('PAST_DUE', on('12-08')), false)
  expect(again.graceUntil).toEqual(on('12-08'))
  expect(stateOf(seen({}, renewal), plan, recorded('PAST_DUE', on('12-08')), false).graceUntil).toBeNull()
})

test('the days of grace count from the first try, where the invoice was made before', () => {
  const tried = invoice({ ...failed, firstTriedAt: new Date('2026-12-02T10:30:00Z') })
  const { graceUntil } = stateOf(seen({ status: 'PAST_DUE' }, tried), plan, recorded('ACTIVE'), false)
  expect(graceUntil).toEqual(new Date('2026-12-09T10:30:00Z'))
})

test('what ends while its month is unpaid ends for want of a payment, and else as the provider says', () => {
  const ended = { status: 'INACTIVE', endReason: 'CANCELLED' } as const
  expect(stateOf(seen(ended, failed), plan, recorded('PAST_DUE'), false).endReason).toBe('PAYMENT_FAILED')
  expect(stateOf(seen(ended, renewal), plan, recorded('PAST_DUE'), false).endReason).toBe('CANCELLED')
  expect(stateOf(seen(ended, renewal), plan, recorded('ACTIVE'), false).endReason).toBe('CANCELLED')
})

test('what is one too many is over, whatever the provider says', () => {
  const state = stateOf(seen({}), plan, undefined, true)
  expect(state).toMatchObject({ status: 'INACTIVE', endedAt: on('12-05'), nextPlanId: null, graceUntil: null })
})
