import { z } from 'zod'
import { classified } from './data-classes.ts'
import { adminCall } from './endpoint.ts'
import { exampleOf } from './examples.ts'
import { line } from './line.ts'
import { Money } from './money.ts'

export const Plan = z
  .object({ id: z.string(), name: z.string(), monthlyCredits: classified('money', z.int()), price: Money })
  .meta({ id: 'Plan', example: { price: { amount: 14_900, currency: 'USD' }, name: 'Growth' } })
export type Plan = z.infer<typeof Plan>

/** Credits that are bought once and never lapse. */
export const Pack = z
  .object({ id: z.string(), name: z.string(), credits: classified('money', z.int()), price: Money })
  .meta({ id: 'Pack', example: { price: { amount: 3500, currency: 'USD' }, name: '500 credits' } })
export type Pack = z.infer<typeof Pack>

const name = line('Name is required').min(1, 'Name is required').max(50, 'Name must be less than 50 characters')

const credits = z
  .int('Credits must be a whole number')
  .min(1, 'Credits must be 1 or greater')
  .max(10_000_000, 'Credits must be 10,000,000 or less')

/** In cents. The payment providers take nothing below half a dollar. */
const price = z
  .int('The price must be a whole number of cents')
  .min(50, 'The price must be $0.50 or more')
  .max(99_999_999, 'The price must be less than $1,000,000')

export const PlanDraft = z
  .strictObject({ name, monthlyCredits: credits, price, isActive: z.boolean().default(true) })
  .meta({ id: 'PlanDraft', example: { name: 'Growth', monthlyCredits: 4000, price: 14_900, isActive: true } })
export type PlanDraft = z.infer<typeof PlanDraft>

export const PlanChange = z
  .strictObject({ name, monthlyCredits: credits, price, isActive: z.boolean() })
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

const ManagedPlan = Plan.extend({
  isActive: z.boolean(),
  subscribers: z.int().describe('Live subscriptions to it; they keep the price and the credits they began with'),
}).meta({ id: 'ManagedPlan', example: exampleOf(Plan) })
export type ManagedPlan = z.infer<typeof ManagedPlan>

const ManagedPack = Pack.extend({ isActive: z.boolean() }).meta({ id: 'ManagedPack', example: exampleOf(Pack) })
export type ManagedPack = z.infer<typeof ManagedPack>

const params = z.object({ id: z.uuid('There is no such offer') })

/** What is on offer, as an administrator edits it. An offer is never deleted, only taken off: invoices name it. */
export const adminOffers = {
  listPlans: adminCall('GET /v1/admin/plans', 'Every plan, the cheapest first, those no longer on offer last', {
    response: z.array(ManagedPlan),
    data: ['money'],
  }),
  createPlan: adminCall('POST /v1/admin/plans', 'Put a plan on offer', {
    body: PlanDraft,
    response: ManagedPlan,
    data: ['money'],
    status: 201,
  }),
  changePlan: adminCall('PATCH /v1/admin/plans/{id}', 'Change a plan for those who subscribe from now on', {
    params,
    body: PlanChange,
    response: ManagedPlan,
    data: ['money'],
  }),
  listPacks: adminCall(
    'GET /v1/admin/packs',
    'Every pack of credits, the smallest first, those no longer on offer last',
    { response: z.array(ManagedPack), data: ['money'] },
  ),
  createPack: adminCall('POST /v1/admin/packs', 'Put a pack of credits on offer', {
    body: PackDraft,
    response: ManagedPack,
    data: ['money'],
    status: 201,
  }),
  changePack: adminCall('PATCH /v1/admin/packs/{id}', 'Change a pack of credits for those who buy it from now on', {
    params,
    body: PackChange,
    response: ManagedPack,
    data: ['money'],
  }),
}
