import {
  type Coupon,
  type CouponChange,
  CouponCode,
  CouponDraft,
  CouponKind,
  CouponTarget,
} from '@dooryard/contract/coupons'
import { z } from 'zod'
import { dayOf, startOfDay, startOfNextDay } from '../../lib/days.ts'
import { centsIn, dollarsOf, noAmount, wholeIn } from '../../lib/typed.ts'

/** What the form holds: texts as they are typed, and days as the reader's own. */
export const toFormValues = (coupon?: Coupon) => ({
  code: coupon?.code ?? '',
  kind: coupon?.kind ?? 'PERCENT',
  value: coupon ? valueText(coupon) : '',
  appliesTo: coupon?.appliesTo ?? 'ANY',
  from: coupon?.startsAt ? dayOf(Date.parse(coupon.startsAt)) : '',
  through: coupon?.endsAt ? dayOf(Date.parse(coupon.endsAt) - 1) : '',
  maxRedemptions: coupon?.maxRedemptions === undefined ? '' : String(coupon.maxRedemptions),
  perUserLimit: String(coupon?.perUserLimit ?? 1),
  affiliateUserId: coupon?.affiliateUserId ?? '',
})

export type CouponForm = ReturnType<typeof toFormValues>

const valueText = ({ kind, value }: Coupon) => (kind === 'AMOUNT' ? dollarsOf(value) : String(value))

const isDay = z.union([z.literal(''), z.iso.date()], 'Enter a day')

/** What the form accepts: the rules of the contract, under the names of its fields. */
export const CouponFormSchema = z
  .object({
    code: CouponCode,
    kind: CouponKind,
    value: z.string(),
    appliesTo: CouponTarget,
    from: isDay,
    through: isDay,
    maxRedemptions: z.string(),
    perUserLimit: z.string(),
    affiliateUserId: z.string(),
  })
  .superRefine((form, ctx) => {
    const { error } = CouponDraft.safeParse(toCouponDraft(form))
    for (const { path, message } of error?.issues ?? []) {
      const field = formField(String(path[0]))
      const isNoAmount = field === 'value' && form.kind === 'AMOUNT' && Number.isNaN(centsIn(form.value))
      ctx.addIssue({ code: 'custom', path: [field], message: isNoAmount ? noAmount : message })
    }
  })

/** The field of the form that stands for one of the call. */
export const formField = (field: string) => (field === 'startsAt' ? 'from' : field === 'endsAt' ? 'through' : field)

/** What the form says, as the call has it. */
export const toCouponDraft = (form: CouponForm): CouponDraft => ({
  code: form.code.trim().toUpperCase(),
  kind: form.kind,
  value: form.kind === 'AMOUNT' ? centsIn(form.value) : wholeIn(form.value),
  appliesTo: form.appliesTo,
  startsAt: form.from ? startOfDay(form.from) : null,
  endsAt: form.through ? startOfNextDay(form.through) : null,
  maxRedemptions: form.maxRedemptions.trim() === '' ? null : wholeIn(form.maxRedemptions),
  perUserLimit: wholeIn(form.perUserLimit),
  affiliateUserId: form.affiliateUserId || null,
  isActive: true,
})

const changeable = ['startsAt', 'endsAt', 'maxRedemptions', 'perUserLimit', 'affiliateUserId'] as const

/** What the form changes of a coupon: the instants behind a day that nobody touched, and what others set, stay. */
export function toCouponChange(coupon: Coupon, form: CouponForm): CouponChange {
  const [before, after] = [toCouponDraft(toFormValues(coupon)), toCouponDraft(form)]
  const changed = changeable.filter((field) => after[field] !== before[field])
  return Object.fromEntries(changed.map((field) => [field, after[field]]))
}
