import type { AdminPack, AdminPlan, PackDraft, PlanDraft } from '@dooryard/contract/billing/plans'
import { audit } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context.ts'
import { appError, notFound } from '../../../platform/errors/app-error.ts'
import { lockInTransaction } from '../../../platform/postgres/advisory-locks.ts'
import { type Db, inTransaction } from '../../../platform/postgres/database.ts'
import { findChanges } from '../../../platform/util/find-changes.ts'
import { newId } from '../../../platform/util/ids.ts'
import { presentPack, presentPlan } from '../checkout/price-purchase.ts'
import {
  countSubscribers,
  insertPack,
  insertPlan,
  isNameTaken,
  lockPack,
  lockPlan,
  type PackRow,
  type PlanRow,
  selectPacks,
  selectPlans,
  updatePack,
  updatePlan,
} from './catalog.queries.ts'

type CatalogDraft = { name: string; isActive: boolean } & Prices & Record<string, unknown>

/** Cents. */
type Prices = { price: number; annualPrice?: number | null | undefined }

type CatalogItemKind<Row extends object, Draft, Managed> = {
  type: 'plan' | 'pack'
  /** Throws VALIDATION for values that do not fit each other. */
  assertValid: (item: Prices) => void
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
  assertValid: assertAnnualPrice,
  lock: lockPlan,
  insert: insertPlan,
  update: updatePlan,
  present: toManagedPlans,
}

export const catalogPacks: CatalogItemKind<PackRow, PackDraft, AdminPack> = {
  type: 'pack',
  assertValid: () => undefined,
  lock: lockPack,
  insert: insertPack,
  update: updatePack,
  present: toManagedPacks,
}

/** Throws CONFLICT for a name that another active plan or pack has. */
export const createCatalogItem = <Row extends object, Draft extends CatalogDraft, Managed>(
  ctx: Context,
  { type, assertValid, insert, present }: CatalogItemKind<Row, Draft, Managed>,
  draft: Draft,
): Promise<Managed> =>
  inTransaction(ctx, async (tx) => {
    const { db, clock } = tx
    const now = clock.now()
    const id = newId(now.getTime())
    assertValid(draft)
    if (draft.isActive) await requireFreeName(db, draft.name, id)
    const row = await insert(db, { ...draft, id, createdAt: now, updatedAt: now })
    await audit(tx, { action: `${type}.created`, object: { type, id }, after: draft })
    return requireFirst(await present(db, [row]))
  })

/**
 * Applies to new purchases only: subscriptions keep their own price and credits. Throws CONFLICT if it would be active
 * under a name that another active plan or pack has.
 */
export const updateCatalogItem = <Row extends { name: string; isActive: boolean } & Prices, Draft, Managed>(
  ctx: Context,
  { type, assertValid, lock, update, present }: CatalogItemKind<Row, Draft, Managed>,
  id: string,
  change: { [Name in keyof Row]?: Row[Name] | undefined },
): Promise<Managed> =>
  inTransaction(ctx, async (tx) => {
    const { db, clock } = tx
    const row = await lock(db, id)
    if (!row) throw notFound(`This ${type}`)
    const changes = findChanges(row, change)
    if (!changes) return requireFirst(await present(db, [row]))
    const item = { ...row, ...changes.after }
    const { name, isActive } = item
    assertValid(item)
    // An item that shares its name already can still be changed otherwise.
    if (isActive && (name !== row.name || !row.isActive)) await requireFreeName(db, name, id)
    const changed = await update(db, id, { ...changes.after, updatedAt: clock.now() })
    await audit(tx, { action: `${type}.changed`, object: { type, id }, ...changes })
    return requireFirst(await present(db, [changed]))
  })

/** A switch from the month to the year is paid at once, so a year must cost more than the month it replaces. */
function assertAnnualPrice({ price, annualPrice }: Prices): void {
  if (typeof annualPrice !== 'number' || annualPrice > price) return
  const message = 'The annual price must be more than the monthly price'
  throw appError('VALIDATION', message, { issues: [{ path: 'annualPrice', message }] })
}

/** One change of names at a time, across both tables. */
async function requireFreeName(db: Db, name: string, id: string): Promise<void> {
  await lockInTransaction(db, 'catalog names')
  if (!(await isNameTaken(db, name, id))) return
  const message = `Another plan or pack is named “${name}”. Choose a different name.`
  throw appError('CONFLICT', message, { issues: [{ path: 'name', message }] })
}

function requireFirst<Managed>([managed]: Managed[]): Managed {
  if (managed === undefined) throw new Error('an offer was kept and is not shown')
  return managed
}
