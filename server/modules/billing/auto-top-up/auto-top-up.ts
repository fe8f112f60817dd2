import type { AutoTopUp, AutoTopUpChange } from '@dooryard/contract/purchases'
import { audit } from '../../../platform/audit.ts'
import { appError, notFound } from '../../../platform/errors.ts'
import { plural } from '../../../platform/format.ts'
import { addJob } from '../../../platform/jobs.ts'
import { type Db, inTransaction } from '../../../platform/postgres/database.ts'
import { balanceBelowJob, balanceOf, watchBalance } from '../../credits/index.ts'
import { holdAccount } from '../../identity/index.ts'
import { type BillingContext, type BillingServices, providerOf } from '../billing-context.ts'
import { findCustomer, paymentMethodIn } from '../customers.queries.ts'
import { findPack } from '../offers.queries.ts'
import {
  type AutoTopUpRow,
  findAutoTopUp,
  listWaiting,
  lockAutoTopUp,
  saveAutoTopUp,
  spentIn,
  switchOff,
} from './auto-top-up.queries.ts'
import { monthOf } from './top-up-rules.ts'

const proposed = { isEnabled: false, threshold: 100, packId: undefined, monthlyCap: 10_000, pausedReason: null }

/** A user's automatic top-up. `now` is the provider's, by which the month is counted. */
export async function autoTopUpOf(db: Db, userId: string, now: Date): Promise<AutoTopUp> {
  const { isEnabled, threshold, packId, monthlyCap, pausedReason } = (await findAutoTopUp(db, userId)) ?? proposed
  const spent = await spentIn(db, userId, monthOf(now))
  return {
    enabled: isEnabled,
    threshold,
    ...(packId && { packId }),
    monthlyCap: { amount: monthlyCap, currency: 'USD' },
    spentThisMonth: { amount: spent, currency: 'USD' },
    ...(pausedReason !== null && { pausedReason }),
  }
}

const refused = (path: keyof AutoTopUpChange, message: string) =>
  appError('UNPROCESSABLE', message, { issues: [{ path, message }] })

/**
 * Where credits are low already, a pack is bought at once. NOT_FOUND for a pack that is not on offer; UNPROCESSABLE for
 * a threshold above one pack, a cap below its price, or without a card on file.
 */
export async function changeAutoTopUp(ctx: BillingContext, change: AutoTopUpChange): Promise<AutoTopUp> {
  const { userId } = ctx.actor
  if (change.enabled) await refuseImpossible(ctx, change)
  else if (!(await findPack(ctx.db, change.packId))) throw notFound('This pack')
  // The months of the cap, and what failed since the change, are counted by this clock.
  const now = ctx.provider ? await ctx.provider.now() : ctx.clock.now()
  return inTransaction(ctx, async (inside) => {
    const { db } = inside
    await holdAccount(inside)
    const before = await lockAutoTopUp(db, userId)
    const { enabled, threshold, packId, monthlyCap } = change
    const setting = { isEnabled: enabled, threshold, packId, monthlyCap, pausedReason: null, updatedAt: now }
    await saveAutoTopUp(db, { userId, ...setting })
    await watchBalance(db, userId, enabled ? threshold : null)
    if (enabled) await addTopUpJobIfLow(db, userId, threshold)
    await audit(inside, {
      action: 'auto_top_up.changed',
      object: { type: 'user', id: userId },
      ...(before && { before: factsOf(before) }),
      after: factsOf(setting),
    })
    return autoTopUpOf(db, userId, now)
  })
}

async function refuseImpossible(ctx: BillingContext, { packId, monthlyCap, threshold }: AutoTopUpChange) {
  const pack = await findPack(ctx.db, packId)
  if (!pack?.isActive) throw notFound('This pack')
  // Each time one pack is bought, and it must be enough.
  if (threshold > pack.credits)
    throw refused('threshold', `The threshold may be at most what one pack gives: ${plural(pack.credits, 'credit')}.`)
  if (pack.price === 0) throw refused('packId', 'A pack that costs nothing cannot be bought automatically.')
  if (monthlyCap < pack.price)
    throw refused('monthlyCap', 'The most it may spend in a month must be enough for one pack.')
  if (!(await hasCard(ctx)))
    throw appError(
      'UNPROCESSABLE',
      'There is no card on file to pay with. Buy a pack once, or subscribe to a plan, and its card is kept for this.',
    )
}

async function hasCard(ctx: BillingContext): Promise<boolean> {
  const provider = providerOf(ctx)
  const customer = await findCustomer(ctx.db, ctx.actor.userId, provider.name)
  if (!customer) return false
  // The provider is asked where nothing is known, since what tells of the card may still be under way.
  return paymentMethodIn(customer) !== undefined || (await provider.paymentMethod(customer.providerId)) !== undefined
}

const factsOf = ({ isEnabled: enabled, threshold, packId, monthlyCap }: Omit<AutoTopUpRow, 'userId'>) => ({
  enabled,
  threshold,
  packId,
  monthlyCap,
})

/**
 * False where it was off already. Call it before a change that takes credits, so that this change asks for no top-up.
 */
export async function stopTopUp(db: Db, userId: string, reason: string, now: Date): Promise<boolean> {
  const wasOn = await switchOff(db, userId, reason, now)
  if (wasOn) await watchBalance(db, userId, null)
  return wasOn
}

/** As the ledger adds it when a balance falls: one waits for each user at most. */
const addTopUpJob = (db: Db, userId: string): Promise<void> =>
  addJob(db, balanceBelowJob, { userId }, { jobKey: `${balanceBelowJob}:${userId}` })

export async function addTopUpJobIfLow(db: Db, userId: string, threshold: number): Promise<void> {
  const { subscriptionCredits, onDemandCredits } = await balanceOf(db, userId)
  if (subscriptionCredits + onDemandCredits < threshold) await addTopUpJob(db, userId)
}

/** Starts top-ups whose cap was reached in a month that is over, and purchases that no job asks for any more. */
export async function resumeTopUps({ db, provider }: BillingServices): Promise<void> {
  if (!provider) return
  const month = monthOf(await provider.now())
  const waiting = await listWaiting(db, { provider: provider.name, jobName: balanceBelowJob, ...month })
  for (const userId of waiting) await addTopUpJob(db, userId)
}
