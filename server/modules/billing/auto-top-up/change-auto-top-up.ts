import type { AutoTopUp, AutoTopUpChange } from '@dooryard/contract/purchases'
import { audit } from '../../../platform/audit.ts'
import { appError, notFound } from '../../../platform/errors.ts'
import { plural } from '../../../platform/format.ts'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { balanceOf, watchBalance } from '../../credits/index.ts'
import { holdAccount } from '../../identity/index.ts'
import { type BillingContext, providerOf } from '../billing-context.ts'
import { findCustomer, paymentMethodIn } from '../customers.queries.ts'
import { findPack } from '../offers.queries.ts'
import { addTopUpJob } from './add-top-up-job.ts'
import { type AutoTopUpRow, lockAutoTopUp, saveAutoTopUp } from './auto-top-up.queries.ts'
import { autoTopUpOf } from './show-auto-top-up.ts'

const refused = (path: keyof AutoTopUpChange, message: string) =>
  appError('UNPROCESSABLE', message, { issues: [{ path, message }] })

/**
 * Has a pack bought whenever credits run low, or ends that. Where they are low already, one is bought at once.
 * NOT_FOUND for a pack that is not on offer; UNPROCESSABLE where one pack would not lift the credits to the threshold,
 * where the cap does not pay for one, and without a card on file.
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
    if (enabled && (await isBelow(inside, threshold))) await addTopUpJob(db, userId)
    await audit(inside, {
      action: 'auto_top_up.changed',
      object: { type: 'user', id: userId },
      ...(before && { before: factsOf(before) }),
      after: factsOf(setting),
    })
    return autoTopUpOf(db, userId, now)
  })
}

/** Each time one pack is bought, and it must be enough. */
const tooHigh = (credits: number) => `The threshold may be at most what one pack gives: ${plural(credits, 'credit')}.`

async function refuseImpossible(ctx: BillingContext, { packId, monthlyCap, threshold }: AutoTopUpChange) {
  const pack = await findPack(ctx.db, packId)
  if (!pack?.isActive) throw notFound('This pack')
  if (threshold > pack.credits) throw refused('threshold', tooHigh(pack.credits))
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

async function isBelow({ db, actor }: Pick<BillingContext, 'db' | 'actor'>, threshold: number): Promise<boolean> {
  const { subscriptionCredits, onDemandCredits } = await balanceOf(db, actor.userId)
  return subscriptionCredits + onDemandCredits < threshold
}

const factsOf = ({ isEnabled, threshold, packId, monthlyCap }: Omit<AutoTopUpRow, 'userId'>) => ({
  enabled: isEnabled,
  threshold,
  packId,
  monthlyCap,
})
