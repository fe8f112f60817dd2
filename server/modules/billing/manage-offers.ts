import type { ManagedPack, ManagedPlan, PackChange, PackDraft, PlanChange, PlanDraft } from '@dooryard/contract/plans'
import { audit } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import { type Db, inTransaction } from '../../platform/postgres/database.ts'
import {
  countSubscribers,
  insertPack,
  insertPlan,
  lockPack,
  lockPlan,
  type PackRow,
  type PlanRow,
  selectPacks,
  selectPlans,
  updatePack,
  updatePlan,
} from './offers.queries.ts'
import { presentPack, presentPlan } from './present-offer.ts'

const managedPlan = (row: PlanRow, subscribers: ReadonlyMap<string, number>): ManagedPlan => ({
  ...presentPlan(row),
  isActive: row.isActive,
  subscribers: subscribers.get(row.id) ?? 0,
})

const managedPack = (row: PackRow): ManagedPack => ({ ...presentPack(row), isActive: row.isActive })

/** Every plan with how many subscribe to it. */
export async function listPlans(db: Db): Promise<ManagedPlan[]> {
  const [plans, subscribers] = [await selectPlans(db), await countSubscribers(db)]
  return plans.map((row) => managedPlan(row, subscribers))
}

export const listPacks = async (db: Db): Promise<ManagedPack[]> => (await selectPacks(db)).map(managedPack)

/** Puts a plan on offer. */
export const createPlan = (ctx: Context, draft: PlanDraft): Promise<ManagedPlan> =>
  inTransaction(ctx, async (inside) => {
    const { db, clock } = inside
    const now = clock.now()
    const plan = await insertPlan(db, { ...draft, id: newId(now.getTime()), createdAt: now, updatedAt: now })
    await audit(inside, { action: 'plan.created', object: { type: 'plan', id: plan.id }, after: draft })
    return managedPlan(plan, new Map())
  })

/** Puts a pack of credits on offer. */
export const createPack = (ctx: Context, draft: PackDraft): Promise<ManagedPack> =>
  inTransaction(ctx, async (inside) => {
    const { db, clock } = inside
    const now = clock.now()
    const pack = await insertPack(db, { ...draft, id: newId(now.getTime()), createdAt: now, updatedAt: now })
    await audit(inside, { action: 'pack.created', object: { type: 'pack', id: pack.id }, after: draft })
    return managedPack(pack)
  })

/** Changes a plan for those who subscribe from now on: price and credits of the others stand on their subscriptions. */
export const changePlanOffer = (ctx: Context, id: string, change: PlanChange): Promise<ManagedPlan> =>
  inTransaction(ctx, async (inside) => {
    const { db, clock } = inside
    const plan = await lockPlan(db, id)
    if (!plan) throw notFound('This plan')
    const difference = differenceOf(plan, change)
    if (!difference) return managedPlan(plan, await countSubscribers(db))
    const changed = await updatePlan(db, id, { ...difference.after, updatedAt: clock.now() })
    const subscribers = await countSubscribers(db)
    await audit(inside, { action: 'plan.changed', object: { type: 'plan', id }, ...difference })
    return managedPlan(changed, subscribers)
  })

/** Changes a pack for those who buy it from now on. */
export const changePackOffer = (ctx: Context, id: string, change: PackChange): Promise<ManagedPack> =>
  inTransaction(ctx, async (inside) => {
    const { db, clock } = inside
    const pack = await lockPack(db, id)
    if (!pack) throw notFound('This pack')
    const difference = differenceOf(pack, change)
    if (!difference) return managedPack(pack)
    const changed = await updatePack(db, id, { ...difference.after, updatedAt: clock.now() })
    await audit(inside, { action: 'pack.changed', object: { type: 'pack', id }, ...difference })
    return managedPack(changed)
  })

/** What a change really changes, before and after; nothing where everything is so already. */
function differenceOf<Row extends object>(row: Row, change: { [Name in keyof Row]?: Row[Name] | undefined }) {
  // The keys of an object are typed as text; those of a change are names of columns.
  const names = Object.keys(change) as (keyof Row)[]
  const changed = names.filter((name) => change[name] !== undefined && change[name] !== row[name])
  if (changed.length === 0) return undefined
  // What was picked are columns of the row, with values of theirs.
  const pick = (from: typeof change) =>
    Object.fromEntries(changed.map((name) => [name, from[name]])) as Partial<Row> & Record<string, unknown>
  return { before: pick(row), after: pick(change) }
}
