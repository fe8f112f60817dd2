import { getExample } from '@dooryard/contract/api/examples'
import { Coupon } from '@dooryard/contract/billing/coupons'
import { expect, test } from 'vitest'
import { CouponFormSchema, toCouponChange, toCouponDraft, toFormValues } from './coupon-form-schema.ts'

const filled = { ...toFormValues(), code: 'spring-20', value: '20' }

const listProblems = (form: object) =>
  Object.fromEntries(
    (CouponFormSchema.safeParse({ ...filled, ...form }).error?.issues ?? []).map(({ path, message }) => [
      path.join('.'),
      message,
    ]),
  )

test('a completed form becomes a coupon', () => {
  expect(listProblems({})).toEqual({})
  expect(toCouponDraft(filled)).toMatchObject({ code: 'SPRING-20', kind: 'PERCENT', value: 20, maxRedemptions: null })
})

test('dollars become cents', () => {
  expect(toCouponDraft({ ...filled, kind: 'AMOUNT', value: '7.50' }).value).toBe(750)
})

test('a last day includes the whole day', () => {
  const { startsAt, endsAt } = toCouponDraft({ ...filled, from: '2026-03-01', through: '2026-05-31' })
  expect([startsAt, endsAt]).toEqual([new Date(2026, 2, 1).toISOString(), new Date(2026, 5, 1).toISOString()])
})

test.each([
  [{ code: 'a b' }, 'code'],
  [{ value: 'much' }, 'value'],
  [{ value: '101' }, 'value'],
  [{ from: '2026-05-31', through: '2026-05-30' }, 'through'],
  [{ maxRedemptions: '0' }, 'maxRedemptions'],
  [{ perUserLimit: '' }, 'perUserLimit'],
])('%j is a problem of %s alone', (form, field) => {
  expect(Object.keys(listProblems(form))).toEqual([field])
})

test('an edited coupon shows its current values', () => {
  const coupon = Coupon.parse(getExample(Coupon))
  const end = new Date(2026, 5, 1).toISOString()
  const form = toFormValues({ ...coupon, startsAt: undefined, endsAt: end })
  expect(form).toMatchObject({ from: '', through: '2026-05-31' })
  const { startsAt, endsAt, ...rest } = toCouponDraft(form)
  expect(rest).toMatchObject({ code: coupon.code, value: coupon.value, maxRedemptions: coupon.maxRedemptions })
  expect([startsAt, endsAt]).toEqual([null, end])
})

test('a change contains only changed fields: an exact time is kept unless its day changes', () => {
  const [startsAt, endsAt] = [new Date(2026, 10, 20, 15, 30), new Date(2026, 10, 25, 12)].map((at) => at.toISOString())
  const coupon = { ...Coupon.parse(getExample(Coupon)), startsAt, endsAt }
  const form = toFormValues(coupon)
  expect(toCouponChange(coupon, form)).toEqual({})
  expect(toCouponChange(coupon, { ...form, maxRedemptions: '40' })).toEqual({ maxRedemptions: 40 })
  expect(toCouponChange(coupon, { ...form, through: '' })).toEqual({ endsAt: null })
  expect(toCouponChange(coupon, { ...form, from: '2026-11-21' })).toEqual({
    startsAt: new Date(2026, 10, 21).toISOString(),
  })
})

test('an invalid amount asks for dollars', () => {
  const amountProblem = { value: 'Enter an amount in dollars' }
  expect(listProblems({ kind: 'AMOUNT', value: '7.555' })).toEqual(amountProblem)
  expect(listProblems({ kind: 'AMOUNT', value: '1,50' })).toEqual(amountProblem)
  expect(listProblems({ kind: 'PERCENT', value: '7.5' })).toEqual({ value: 'Enter a whole number' })
})
