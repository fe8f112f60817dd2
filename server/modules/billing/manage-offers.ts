import type { ManagedPack, ManagedPlan, PackDraft, PlanDraft } from '@dooryard/contract/plans'
import { audit } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { findChanges } from '../../platform/find-changes.ts'
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
import { presentPack, presentPlan } from './price-purchase.ts'

type OfferKind<Row extends object, Draft, Managed> = {
  type: 'plan' | 'pack'
  lock: (db: Db, id: string) => Promise<Row | undefined>
  insert: (db: Db, offer: Draft & { id: string; createdAt: Date; updatedAt: Date }) => Promise<Row>
  update: (db: Db, id: string, change: Partial<Row> & { updatedAt: Date }) => Promise<Row>
  present: (db: Db, rows: Row[]) => Promise<Managed[]>
}

async function managePlans(db: Db, rows: PlanRow[]): Promise<ManagedPlan[]> {
  const subscribers = await countSubscribers(db)
  return rows.map((row) => ({
    ...presentPlan(row),
    isActive: row.isActive,
    subscribers: subscribers.get(row.id) ?? 0,
  }))
}

const managePacks = async (_: Db, rows: PackRow[]): Promise<ManagedPack[]> =>
  rows.map((row) => ({ ...presentPack(row), isActive: row.isActive }))

export const listPlans = async (db: Db): Promise<ManagedPlan[]> => managePlans(db, await selectPlans(db))

export const listPacks = async (db: Db): Promise<ManagedPack[]> => managePacks(db, await selectPacks(db))

export const planOffers: OfferKind<PlanRow, PlanDraft, ManagedPlan> = {
  type: 'plan',
  lock: lockPlan,
  insert: insertPlan,
  update: updatePlan,
  present: managePlans,
}

export const packOffers: OfferKind<PackRow, PackDraft, ManagedPack> = {
  type: 'pack',
  lock: lockPack,
  insert: insertPack,
  update: updatePack,
  present: managePacks,
}

export const createOffer = <Row extends object, Draft extends Record<string, unknown>, Managed>(
  ctx: Context,
  { type, insert, present }: OfferKind<Row, Draft, Managed>,
  draft: Draft,
): Promise<Managed> =>
  inTransaction(ctx, async (inside) => {
    const { db, clock } = inside
    const now = clock.now()
    const id = newId(now.getTime())
    const row = await insert(db, { ...draft, id, createdAt: now, updatedAt: now })
    await audit(inside, { action: `${type}.created`, object: { type, id }, after: draft })
    return first(await present(db, [row]))
  })

/** For who buys from now on: price and credits of subscribers stand on their subscriptions. */
export const changeOffer = <Row extends object, Draft, Managed>(
  ctx: Context,
  { type, lock, update, present }: OfferKind<Row, Draft, Managed>,
  id: string,
  change: { [Name in keyof Row]?: Row[Name] | undefined },
): Promise<Managed> =>
  inTransaction(ctx, async (inside) => {
    const { db, clock } = inside
    const row = await lock(db, id)
    if (!row) throw notFound(`This ${type}`)
    const changes = findChanges(row, change)
    if (!changes) return first(await present(db, [row]))
    const changed = await update(db, id, { ...changes.after, updatedAt: clock.now() })
    await audit(inside, { action: `${type}.changed`, object: { type, id }, ...changes })
    return first(await present(db, [changed]))
  })

function first<Managed>([managed]: Managed[]): Managed {
  if (managed === undefined) throw new Error('an offer was kept and is not shown')
  return managed
}
