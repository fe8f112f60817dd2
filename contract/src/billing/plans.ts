import { z } from 'zod'
import { classified } from '../api/data-classes.ts'
import { adminEndpoint } from '../api/endpoint.ts'
import { getExample } from '../api/examples.ts'
import { Money } from '../api/money.ts'
import { textLine } from '../api/text.ts'

/** How often a subscription is charged. Its credits are granted every month either way. */
export const BillingInterval = z.enum(['MONTH', 'YEAR'])
export type BillingInterval = z.infer<typeof BillingInterval>

export const Plan = z
  .object({
    id: z.string(),
    name: z.string(),
    monthlyCredits: classified('money', z.int()),
    price: Money,
    annualPrice: Money.optional().describe('Price of a year; absent if the plan is sold by the month only'),
  })
  .meta({ id: 'Plan', example: { price: { amount: 14_900, currency: 'USD' }, name: 'Growth' } })
export type Plan = z.infer<typeof Plan>

/** Credits that are bought once and never expire. */
export const Pack = z
  .object({ id: z.string(), name: z.string(), credits: classified('money', z.int()), price: Money })
  .meta({ id: 'Pack', example: { price: { amount: 3500, currency: 'USD' }, name: '500 credits' } })
export type Pack = z.infer<typeof Pack>

const name = textLine('Name is required').min(1, 'Name is required').max(50, 'Name must be less than 50 characters')

const credits = z
  .int('Credits must be a whole number')
  .min(1, 'Credits must be 1 or greater')
  .max(10_000_000, 'Credits must be 10,000,000 or less')

/** In cents. The payment providers accept no less than half a dollar. */
const price = z
  .int('The price must be a whole number of cents')
  .min(50, 'The price must be $0.50 or more')
  .max(99_999_999, 'The price must be less than $1,000,000')

/** Cents for a year; null if the plan is sold by the month only. */
const annualPrice = price.nullable()

export const PlanDraft = z
  .strictObject({
    name,
    monthlyCredits: credits,
    price,
    annualPrice: annualPrice.default(null),
    isActive: z.boolean().default(true),
  })
  .meta({
    id: 'PlanDraft',
    example: { name: 'Growth', monthlyCredits: 4000, price: 14_900, annualPrice: 149_000, isActive: true },
  })
export type PlanDraft = z.infer<typeof PlanDraft>

export const PlanChange = z
  .strictObject({ name, monthlyCredits: credits, price, annualPrice, isActive: z.boolean() })
  .partial()
  .meta({ id: 'PlanChange', example: { price: 15_900 } })
export type PlanChange = z.infer<typeof PlanChange>

export const PackDraft = z
  .strictObject({ name, credits, price, isActive: z.boolean().default(true) })
  .meta({ id: 'PackDraft', example: { name: '500 credits', credits: 500, price: 3500, isActive: true } })
export type PackDraft = z.infer<typeof PackDraft>

export const PackChange = z
  .strictObject({ name, credits, price, isActive: z.boolean() })
  .partial()
  .meta({ id: 'PackChange', example: { isActive: false } })
export type PackChange = z.infer<typeof PackChange>

const AdminPlan = Plan.extend({
  isActive: z.boolean(),
  subscribers: z.int().describe('Active subscriptions; they keep their original price and credits'),
}).meta({ id: 'ManagedPlan', example: getExample(Plan) })
export type AdminPlan = z.infer<typeof AdminPlan>

const AdminPack = Pack.extend({ isActive: z.boolean() }).meta({ id: 'ManagedPack', example: getExample(Pack) })
export type AdminPack = z.infer<typeof AdminPack>

const params = z.object({ id: z.uuid('There is no such offer') })

/**
 * The catalog of plans and packs, for administrators. Entries are never deleted, only deactivated, because invoices
 * refer to them.
 */
export const adminCatalog = {
  listPlans: adminEndpoint('GET /v1/admin/plans', 'List all plans, cheapest first, inactive ones last', {
    response: z.array(AdminPlan),
    data: ['money'],
  }),
  createPlan: adminEndpoint('POST /v1/admin/plans', 'Create a plan', {
    body: PlanDraft,
    response: AdminPlan,
    data: ['money'],
    status: 201,
    stepUp: true,
    errors: ['CONFLICT'],
  }),
  changePlan: adminEndpoint('PATCH /v1/admin/plans/{id}', 'Update a plan for new subscribers', {
    params,
    body: PlanChange,
    response: AdminPlan,
    data: ['money'],
    stepUp: true,
    errors: ['CONFLICT'],
  }),
  listPacks: adminEndpoint('GET /v1/admin/packs', 'List all credit packs, smallest first, inactive ones last', {
    response: z.array(AdminPack),
    data: ['money'],
  }),
  createPack: adminEndpoint('POST /v1/admin/packs', 'Create a credit pack', {
    body: PackDraft,
    response: AdminPack,
    data: ['money'],
    status: 201,
    stepUp: true,
    errors: ['CONFLICT'],
  }),
  changePack: adminEndpoint('PATCH /v1/admin/packs/{id}', 'Update a credit pack for new purchases', {
    params,
    body: PackChange,
    response: AdminPack,
    data: ['money'],
    stepUp: true,
    errors: ['CONFLICT'],
  }),
}
