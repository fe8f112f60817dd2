import type { AutoTopUp, AutoTopUpChange } from '@dooryard/contract/billing/purchases'
import { audit } from '../../../platform/audit.ts'
import { appError, notFound } from '../../../platform/errors/app-error.ts'
import { addJob } from '../../../platform/jobs/jobs.ts'
import { type Db, inTransaction } from '../../../platform/postgres/database.ts'
import { pluralize } from '../../../platform/util/format.ts'
import { getBalance, setBalanceAlert, topUpJob } from '../../credits/index.ts'
import { lockActiveAccount } from '../../identity/index.ts'
import { type BillingContext, type BillingServices, requireProvider } from '../billing-context.ts'
import { findPack } from '../catalog/catalog.queries.ts'
import { findCustomer, readPaymentMethod } from '../checkout/customers.queries.ts'
import {
  type AutoTopUpRow,
  disableAutoTopUp,
  findAutoTopUp,
  listUsersDueForTopUp,
  lockAutoTopUp,
  saveAutoTopUp,
  sumTopUpSpend,
} from './auto-top-up.queries.ts'
import { getCalendarMonth } from './top-up-rules.ts'

const defaultSettings = { isEnabled: false, threshold: 100, packId: undefined, monthlyCap: 10_000, pausedReason: null }

/** A user's automatic top-up setting. `now` is the provider's time, by which the month is counted. */
export async function getAutoTopUp(db: Db, userId: string, now: Date): Promise<AutoTopUp> {
  const { isEnabled, threshold, packId, monthlyCap, pausedReason } =
    (await findAutoTopUp(db, userId)) ?? defaultSettings
  const spent = await sumTopUpSpend(db, userId, getCalendarMonth(now))
  return {
    enabled: isEnabled,
    threshold,
    ...(packId && { packId }),
    monthlyCap: { amount: monthlyCap, currency: 'USD' },
    spentThisMonth: { amount: spent, currency: 'USD' },
    ...(pausedReason !== null && { pausedReason }),
  }
}

const fieldError = (path: keyof AutoTopUpChange, message: string) =>
  appError('UNPROCESSABLE', message, { issues: [{ path, message }] })

/**
 * Buys a pack at once if credits are already low. Throws NOT_FOUND for an inactive pack; UNPROCESSABLE for a threshold
 * above one pack, a cap below its price, or a missing card.
 */
export async function changeAutoTopUp(ctx: BillingContext, change: AutoTopUpChange): Promise<AutoTopUp> {
  const { userId } = ctx.actor
  if (change.enabled) await assertCanEnable(ctx, change)
  else if (!(await findPack(ctx.db, change.packId))) throw notFound('This pack')
  // This clock counts both the month of the cap and the failures since the change.
  const now = ctx.provider ? await ctx.provider.now() : ctx.clock.now()
  return inTransaction(ctx, async (tx) => {
    const { db } = tx
    await lockActiveAccount(tx)
    const before = await lockAutoTopUp(db, userId)
    const { enabled, threshold, packId, monthlyCap } = change
    const setting = { isEnabled: enabled, threshold, packId, monthlyCap, pausedReason: null, updatedAt: now }
    await saveAutoTopUp(db, { userId, ...setting })
    await setBalanceAlert(db, userId, enabled ? threshold : null)
    if (enabled) await addTopUpJobIfLow(db, userId, threshold)
    await audit(tx, {
      action: 'auto_top_up.changed',
      object: { type: 'user', id: userId },
      ...(before && { before: toAuditSettings(before) }),
      after: toAuditSettings(setting),
    })
    return getAutoTopUp(db, userId, now)
  })
}

async function assertCanEnable(ctx: BillingContext, { packId, monthlyCap, threshold }: AutoTopUpChange) {
  const pack = await findPack(ctx.db, packId)
  if (!pack?.isActive) throw notFound('This pack')
  // Each top-up buys one pack, so one pack must be enough.
  if (threshold > pack.credits)
    throw fieldError(
      'threshold',
      `The threshold may be at most what one pack gives: ${pluralize(pack.credits, 'credit')}.`,
    )
  if (pack.price === 0) throw fieldError('packId', 'A pack that costs nothing cannot be bought automatically.')
  if (monthlyCap < pack.price) throw fieldError('monthlyCap', 'The monthly limit must cover one pack.')
  if (!(await hasCard(ctx)))
    throw appError(
      'UNPROCESSABLE',
      'No card is on file. Buy a pack or subscribe to a plan first; its card then pays for automatic top-ups.',
    )
}

async function hasCard(ctx: BillingContext): Promise<boolean> {
  const provider = requireProvider(ctx)
  const customer = await findCustomer(ctx.db, ctx.actor.userId, provider.name)
  if (!customer) return false
  // Ask the provider if no card is recorded: the event that reports it may not have arrived yet.
  return readPaymentMethod(customer) !== undefined || (await provider.paymentMethod(customer.providerId)) !== undefined
}

const toAuditSettings = ({ isEnabled: enabled, threshold, packId, monthlyCap }: Omit<AutoTopUpRow, 'userId'>) => ({
  enabled,
  threshold,
  packId,
  monthlyCap,
})

/**
 * Returns false if it was already off. Call it before a change that takes credits, so that the change triggers no
 * top-up.
 */
export async function stopTopUp(db: Db, userId: string, reason: string, now: Date): Promise<boolean> {
  const wasOn = await disableAutoTopUp(db, userId, reason, now)
  if (wasOn) await setBalanceAlert(db, userId, null)
  return wasOn
}

/** The same job that the ledger adds when a balance falls; at most one is queued per user. */
const addTopUpJob = (db: Db, userId: string): Promise<void> =>
  addJob(db, topUpJob, { userId }, { jobKey: `${topUpJob}:${userId}` })

export async function addTopUpJobIfLow(db: Db, userId: string, threshold: number): Promise<void> {
  const { subscriptionCredits, onDemandCredits } = await getBalance(db, userId)
  if (subscriptionCredits + onDemandCredits < threshold) await addTopUpJob(db, userId)
}

/** Starts top-ups whose cap was reached in a past month, and open purchases that no longer have a job. */
export async function resumeTopUps({ db, provider }: BillingServices): Promise<void> {
  if (!provider) return
  const month = getCalendarMonth(await provider.now())
  const waiting = await listUsersDueForTopUp(db, { provider: provider.name, jobName: topUpJob, ...month })
  for (const userId of waiting) await addTopUpJob(db, userId)
}
