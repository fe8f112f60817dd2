import type { AdminPack, AdminPlan, PackDraft, PlanDraft } from '@dooryard/contract/billing/plans'
import { audit } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { notFound } from '../../../platform/errors/app-error.ts'
import { type Db, inTransaction } from '../../../platform/postgres/database.ts'
import { findChanges } from '../../../platform/util/find-changes.ts'
import { newId } from '../../../platform/util/ids.ts'
import { presentPack, presentPlan } from '../checkout/price-purchase.ts'
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
} from './catalog.queries.ts'

type CatalogItemKind<Row extends object, Draft, Managed> = {
  type: 'plan' | 'pack'
  lock: (db: Db, id: string) => Promise<Row | undefined>
  insert: (db: Db, offer: Draft & { id: string; createdAt: Date; updatedAt: Date }) => Promise<Row>
  update: (db: Db, id: string, change: Partial<Row> & { updatedAt: Date }) => Promise<Row>
  present: (db: Db, rows: Row[]) => Promise<Managed[]>
}

async function toManagedPlans(db: Db, rows: PlanRow[]): Promise<AdminPlan[]> {
  const subscribers = await countSubscribers(db)
  return rows.map((row) => ({
    ...presentPlan(row),
    isActive: row.isActive,
    subscribers: subscribers.get(row.id) ?? 0,
  }))
}

const toManagedPacks = async (_: Db, rows: PackRow[]): Promise<AdminPack[]> =>
  rows.map((row) => ({ ...presentPack(row), isActive: row.isActive }))

export const listPlans = async (db: Db): Promise<AdminPlan[]> => toManagedPlans(db, await selectPlans(db))

export const listPacks = async (db: Db): Promise<AdminPack[]> => toManagedPacks(db, await selectPacks(db))

export const catalogPlans: CatalogItemKind<PlanRow, PlanDraft, AdminPlan> = {
  type: 'plan',
  lock: lockPlan,
  insert: insertPlan,
  update: updatePlan,
  present: toManagedPlans,
}

export const catalogPacks: CatalogItemKind<PackRow, PackDraft, AdminPack> = {
  type: 'pack',
  lock: lockPack,
  insert: insertPack,
  update: updatePack,
  present: toManagedPacks,
}

export const createCatalogItem = <Row extends object, Draft extends Record<string, unknown>, Managed>(
  ctx: Context,
  { type, insert, present }: CatalogItemKind<Row, Draft, Managed>,
  draft: Draft,
): Promise<Managed> =>
  inTransaction(ctx, async (tx) => {
    const { db, clock } = tx
    const now = clock.now()
    const id = newId(now.getTime())
    const row = await insert(db, { ...draft, id, createdAt: now, updatedAt: now })
    await audit(tx, { action: `${type}.created`, object: { type, id }, after: draft })
    return requireFirst(await present(db, [row]))
  })

/** Applies to new purchases only: subscriptions keep their own price and credits. */
export const updateCatalogItem = <Row extends object, Draft, Managed>(
  ctx: Context,
  { type, lock, update, present }: CatalogItemKind<Row, Draft, Managed>,
  id: string,
  change: { [Name in keyof Row]?: Row[Name] | undefined },
): Promise<Managed> =>
  inTransaction(ctx, async (tx) => {
    const { db, clock } = tx
    const row = await lock(db, id)
    if (!row) throw notFound(`This ${type}`)
    const changes = findChanges(row, change)
    if (!changes) return requireFirst(await present(db, [row]))
    const changed = await update(db, id, { ...changes.after, updatedAt: clock.now() })
    await audit(tx, { action: `${type}.changed`, object: { type, id }, ...changes })
    return requireFirst(await present(db, [changed]))
  })

function requireFirst<Managed>([managed]: Managed[]): Managed {
  if (managed === undefined) throw new Error('an offer was kept and is not shown')
  return managed
}
