import {
  type Coupon,
  type CouponChange,
  CouponCode,
  CouponDraft,
  CouponKind,
  CouponTarget,
} from '@dooryard/contract/billing/coupons'
import { z } from 'zod'
import { startOfDay, startOfNextDay, toCalendarDay } from '../../lib/format/days.ts'
import { amountMessage, formatDollarInput, parseCents, parseWholeNumber } from '../../lib/format/parse-typed.ts'

/** Returns the form values: text as typed, and days in the user's time zone. */
export const toFormValues = (coupon?: Coupon) => ({
  code: coupon?.code ?? '',
  kind: coupon?.kind ?? 'PERCENT',
  value: coupon ? formatCouponValue(coupon) : '',
  appliesTo: coupon?.appliesTo ?? 'ANY',
  from: coupon?.startsAt ? toCalendarDay(Date.parse(coupon.startsAt)) : '',
  through: coupon?.endsAt ? toCalendarDay(Date.parse(coupon.endsAt) - 1) : '',
  maxRedemptions: coupon?.maxRedemptions === undefined ? '' : String(coupon.maxRedemptions),
  perUserLimit: String(coupon?.perUserLimit ?? 1),
  affiliateUserId: coupon?.affiliateUserId ?? '',
})

export type CouponForm = ReturnType<typeof toFormValues>

const formatCouponValue = ({ kind, value }: Coupon) => (kind === 'AMOUNT' ? formatDollarInput(value) : String(value))

const daySchema = z.union([z.literal(''), z.iso.date()], 'Enter a day')

/** The contract's rules, under the names of the form fields. */
export const CouponFormSchema = z
  .object({
    code: CouponCode,
    kind: CouponKind,
    value: z.string(),
    appliesTo: CouponTarget,
    from: daySchema,
    through: daySchema,
    maxRedemptions: z.string(),
    perUserLimit: z.string(),
    affiliateUserId: z.string(),
  })
  .superRefine((form, ctx) => {
    const { error } = CouponDraft.safeParse(toCouponDraft(form))
    for (const { path, message } of error?.issues ?? []) {
      const field = toFormField(String(path[0]))
      const isNoAmount = field === 'value' && form.kind === 'AMOUNT' && Number.isNaN(parseCents(form.value))
      ctx.addIssue({ code: 'custom', path: [field], message: isNoAmount ? amountMessage : message })
    }
  })

/** Returns the form field for a field of the request. */
export const toFormField = (field: string) => (field === 'startsAt' ? 'from' : field === 'endsAt' ? 'through' : field)

/** Converts the form values to the request body. */
export const toCouponDraft = (form: CouponForm): CouponDraft => ({
  code: form.code.trim().toUpperCase(),
  kind: form.kind,
  value: form.kind === 'AMOUNT' ? parseCents(form.value) : parseWholeNumber(form.value),
  appliesTo: form.appliesTo,
  startsAt: form.from ? startOfDay(form.from) : null,
  endsAt: form.through ? startOfNextDay(form.through) : null,
  maxRedemptions: form.maxRedemptions.trim() === '' ? null : parseWholeNumber(form.maxRedemptions),
  perUserLimit: parseWholeNumber(form.perUserLimit),
  affiliateUserId: form.affiliateUserId || null,
  isActive: true,
})

const changeableFields = ['startsAt', 'endsAt', 'maxRedemptions', 'perUserLimit', 'affiliateUserId'] as const

/**
 * Returns the fields that the form changes: the exact times of unchanged days, and fields changed by others, stay as
 * they are.
 */
export function toCouponChange(coupon: Coupon, form: CouponForm): CouponChange {
  const [before, after] = [toCouponDraft(toFormValues(coupon)), toCouponDraft(form)]
  const changed = changeableFields.filter((field) => after[field] !== before[field])
  return Object.fromEntries(changed.map((field) => [field, after[field]]))
}
