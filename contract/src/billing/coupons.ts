import { z } from 'zod'
import { classified } from '../api/data-classes.ts'
import { isoDateTime } from '../api/date-time.ts'
import { endpointFactory } from '../api/endpoint.ts'
import { PageQuery, pageSchema } from '../api/paging.ts'
import { textLine } from '../api/text.ts'

export const couponKinds = ['PERCENT', 'AMOUNT', 'CREDITS'] as const
export const CouponKind = z.enum(couponKinds, 'Choose what the coupon gives')
export type CouponKind = z.infer<typeof CouponKind>

export const couponTargets = ['SUBSCRIPTION', 'PACK', 'ANY'] as const
export const CouponTarget = z.enum(couponTargets, 'Choose what the coupon is for')
export type CouponTarget = z.infer<typeof CouponTarget>

export const CouponCode = z
  .string('Code is required')
  .trim()
  .toUpperCase()
  .regex(/^[A-Z0-9][A-Z0-9-]{2,39}$/, 'A code has 3 to 40 letters, digits and dashes')

export const Coupon = z
  .object({
    id: z.string(),
    code: classified('money', z.string()),
    kind: CouponKind,
    value: classified('money', z.int().describe('Percent, cents, or credits, by kind')),
    appliesTo: CouponTarget,
    startsAt: z.iso.datetime().optional(),
    endsAt: z.iso.datetime().optional().describe('When it expires (exclusive)'),
    maxRedemptions: z.int().optional(),
    perUserLimit: z.int(),
    redemptions: z.int().describe('Paid purchases; those in progress are not counted'),
    reserved: z.int().describe('Reserved for purchases in progress, which also count toward `maxRedemptions`'),
    refunded: z.int().describe('Redemptions whose purchase was refunded'),
    isActive: z.boolean(),
    affiliateUserId: z.string().optional(),
    affiliateEmail: classified('personal', z.string().optional().describe('As it is now')),
    archivedAt: z.iso.datetime().optional(),
    createdAt: z.iso.datetime(),
  })
  .meta({
    id: 'Coupon',
    example: {
      code: 'SPRING-20',
      kind: 'PERCENT',
      value: 20,
      appliesTo: 'PACK',
      startsAt: '2026-03-01T00:00:00.000Z',
      endsAt: '2026-06-01T00:00:00.000Z',
      maxRedemptions: 500,
      perUserLimit: 1,
      redemptions: 37,
      reserved: 0,
      refunded: 2,
      isActive: true,
    },
  })
export type Coupon = z.infer<typeof Coupon>

const dateTimeField = isoDateTime('Enter a date and time')

const fields = {
  code: CouponCode,
  kind: CouponKind,
  value: z
    .int('Enter a whole number')
    .min(1, 'The value must be 1 or greater')
    .max(100_000_000, 'The value is too large'),
  appliesTo: CouponTarget,
  startsAt: dateTimeField.nullable(),
  endsAt: dateTimeField.nullable(),
  maxRedemptions: z
    .int('Enter a whole number')
    .min(1, 'The total limit must be 1 or greater')
    .max(10_000_000, 'The total limit is too large')
    .nullable(),
  perUserLimit: z
    .int('Enter a whole number')
    .min(1, 'The limit per user must be 1 or greater')
    .max(1000, 'The limit per user must be 1,000 or less'),
  affiliateUserId: z.uuid('Choose an affiliate').nullable(),
}

export const CouponDraft = z
  .strictObject({
    ...fields,
    startsAt: fields.startsAt.default(null),
    endsAt: fields.endsAt.default(null),
    maxRedemptions: fields.maxRedemptions.default(null),
    perUserLimit: fields.perUserLimit.default(1),
    affiliateUserId: fields.affiliateUserId.default(null),
    isActive: z.boolean().default(true),
  })
  .refine(({ kind, value }) => kind !== 'PERCENT' || value <= 100, {
    path: ['value'],
    error: 'A percentage is 100 or less',
  })
  .refine(({ startsAt, endsAt }) => !startsAt || !endsAt || Date.parse(startsAt) < Date.parse(endsAt), {
    path: ['endsAt'],
    error: 'The end must be after the start',
  })
  .meta({
    id: 'CouponDraft',
    example: {
      code: 'SPRING-20',
      kind: 'PERCENT',
      value: 20,
      appliesTo: 'PACK',
      startsAt: null,
      endsAt: '2026-06-01T00:00:00.000Z',
      maxRedemptions: 500,
      perUserLimit: 1,
      affiliateUserId: null,
      isActive: true,
    },
  })
export type CouponDraft = z.infer<typeof CouponDraft>

/** The value of a coupon never changes once its code is known, so kind, value and target are not included. */
export const CouponChange = z
  .strictObject(fields)
  .omit({ code: true, kind: true, value: true, appliesTo: true })
  .partial()
  .meta({ id: 'CouponChange', example: { endsAt: '2026-07-01T00:00:00.000Z' } })
export type CouponChange = z.infer<typeof CouponChange>

export const CouponActivation = z
  .strictObject({ isActive: z.boolean().default(true) })
  .meta({ id: 'CouponActivation', example: { isActive: true } })
export type CouponActivation = z.infer<typeof CouponActivation>

const CouponRedemption = z
  .object({
    id: z.string(),
    redeemedAt: z.iso.datetime(),
    purchase: z.enum(['SUBSCRIPTION', 'PACK']),
    discount: classified('money', z.int().describe('Discount in cents')),
    credits: classified('money', z.int().describe('Credits added')),
    refundedAt: z.iso.datetime().optional().describe('When the purchase was refunded'),
    userEmail: classified('personal', z.string().optional().describe('Only for administrators')),
  })
  .meta({ id: 'CouponRedemption' })
export type CouponRedemption = z.infer<typeof CouponRedemption>

export const couponStates = ['ACTIVE', 'INACTIVE', 'ARCHIVED'] as const

export const CouponQuery = PageQuery.extend({
  search: textLine().max(100).optional().describe('Any part of the code'),
  state: z.enum(couponStates).optional().describe('By default all except archived ones; for an affiliate all'),
  affiliateUserId: z
    .uuid('There is no such user')
    .optional()
    .describe('Only the coupons of this affiliate, including archived ones; affiliates get their own only'),
})
export type CouponQuery = z.infer<typeof CouponQuery>

const params = z.object({ id: z.uuid('There is no such coupon') })
const couponAdminEndpoint = endpointFactory({ tag: 'Coupons', access: ['SUPER_ADMIN'] })
const couponReaderEndpoint = endpointFactory({ tag: 'Coupons', access: ['SUPER_ADMIN', 'AFFILIATE_USER'] })

export const coupons = {
  list: couponReaderEndpoint('GET /v1/coupons', 'List coupons, newest first; for an affiliate, their own', {
    query: CouponQuery,
    response: pageSchema(Coupon),
    data: ['personal', 'money'],
  }),
  create: couponAdminEndpoint('POST /v1/coupons', 'Create a coupon', {
    body: CouponDraft,
    response: Coupon,
    data: ['personal', 'money'],
    status: 201,
    stepUp: true,
    errors: ['CONFLICT', 'UNPROCESSABLE'],
  }),
  get: couponReaderEndpoint('GET /v1/coupons/{id}', 'Get a coupon', {
    params,
    response: Coupon,
    data: ['personal', 'money'],
  }),
  change: couponAdminEndpoint('PATCH /v1/coupons/{id}', 'Update the period, limits and affiliate of a coupon', {
    params,
    body: CouponChange,
    response: Coupon,
    data: ['personal', 'money'],
    stepUp: true,
    errors: ['CONFLICT', 'UNPROCESSABLE'],
  }),
  archive: couponAdminEndpoint(
    'DELETE /v1/coupons/{id}',
    'Archive a coupon: it stops working and its redemptions are kept',
    {
      params,
      status: 204,
      stepUp: true,
    },
  ),
  activate: couponAdminEndpoint(
    'POST /v1/coupons/{id}/active',
    'Activate a coupon, or deactivate it with `isActive: false`',
    {
      params,
      body: CouponActivation,
      response: Coupon,
      data: ['personal', 'money'],
      stepUp: true,
      errors: ['CONFLICT'],
    },
  ),
  redemptions: couponReaderEndpoint(
    'GET /v1/coupons/{id}/redemptions',
    'List the redemptions of a coupon, newest first',
    { params, query: PageQuery, response: pageSchema(CouponRedemption), data: ['personal', 'money'] },
  ),
}
