import { isAppError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import type { Mail } from '../../../platform/mail/mail.ts'
import { topUpFailedMail, topUpPackGoneMail } from '../../../platform/mail/templates/payments.ts'
import type { Reader } from '../../../platform/mail/templates/template.ts'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { balanceOf, watchWaits } from '../../credits/index.ts'
import { holdOpen } from '../../identity/index.ts'
import type { BillingServices } from '../billing-context.ts'
import { endCheckout, insertCheckout, rememberProviderId } from '../checkouts.queries.ts'
import { findCustomer } from '../customers.queries.ts'
import { findPack } from '../offers.queries.ts'
import { hasRefundUnderWay } from '../payments.queries.ts'
import type { PaymentProvider, ProviderPayment } from '../provider.ts'
import { endUnpaid } from '../settle/close-pages.ts'
import { mailTo } from '../settle/mail-to.ts'
import type { Inside } from '../settle/recording.ts'
import { syncPayment } from '../settle/sync-payment.ts'
import {
  type AutoTopUpRow,
  failureSince,
  findOpenTopUp,
  lockAutoTopUp,
  type OpenTopUp,
  spentIn,
} from './auto-top-up.queries.ts'
import { stopTopUp } from './auto-top-up.ts'
import { decideTopUp, monthOf } from './top-up-rules.ts'

type Taking = Omit<BillingServices, 'provider'> & { provider: PaymentProvider }

/**
 * May be run any number of times, at once and again after a crash: there is one purchase under way at most, and it is
 * charged under its own id.
 */
export async function topUp(services: BillingServices, userId: string): Promise<void> {
  const { provider } = services
  if (!provider) return
  const taking = { ...services, provider }
  const begun = await begin(taking, userId, await provider.now())
  if (begun) await carryOut(taking, userId, begun)
}

async function carryOut(services: Taking, userId: string, { purchase, isWanted }: Begun): Promise<void> {
  const { db, provider } = services
  const customer = await findCustomer(db, userId, provider.name)
  if (!customer) return giveUp(services, userId, purchase, 'There is no card on file.')
  const { providerId: customerId } = customer
  const payment = isWanted
    ? await charge(provider, purchase, customerId)
    : await provider.findCharge({ checkoutId: purchase.id, customerId })
  if (!payment) return endUnpaid(services, purchase.id, 'EXPIRED')
  if ('refusal' in payment) return giveUp(services, userId, purchase, payment.refusal)
  if (payment.status === 'FAILED') {
    // The answer is all there is to know: where nothing was tried the provider has no payment to be asked about.
    await syncPayment(services, payment.id, payment)
    return giveUp(services, userId, purchase, payment.failure ?? declined)
  }
  await rememberProviderId(db, purchase.id, payment.id)
  await syncPayment(services, payment.id)
}

const declined = 'The card was declined.'

const whyNotBought = {
  NOT_SOLD: 'is no longer on offer.',
  FREE: 'costs nothing now, so it cannot be bought automatically.',
}

/** A purchase, and whether it may be charged: one that was switched off meanwhile is only asked about. */
type Begun = { purchase: OpenTopUp; isWanted: boolean }

const begin = (services: Taking, userId: string, now: Date): Promise<Begun | undefined> =>
  inTransaction(services, async (inside) => {
    const { db, provider, log } = inside
    // The account before the setting, as whoever changes that or closes the account does.
    const isOpen = await holdOpen(db, userId)
    const setting = await lockAutoTopUp(db, userId)
    if (!setting || !isOpen) return undefined
    const open = await findOpenTopUp(db, userId, provider.name)
    if (open) return { purchase: open, isWanted: setting.isEnabled }
    if (!setting.isEnabled) return undefined
    // Its credits are taken, and top-up ends with it: they must not be bought again.
    if ((await watchWaits(db, userId)) || (await hasRefundUnderWay(db, userId))) return undefined
    const pack = await findPack(db, setting.packId)
    const { name = 'credits', price = 0, currency = 'USD', isActive: isSold = false } = pack ?? {}
    const failed = await failureSince(db, userId, setting.updatedAt)
    if (failed) {
      const mail = { packName: name, amount: price, currency, failure: failed.failure ?? declined }
      return pause(inside, setting, mail.failure, now, (reader) => topUpFailedMail(inside, reader, mail))
    }
    const { subscriptionCredits, onDemandCredits } = await balanceOf(db, userId)
    const spent = await spentIn(db, userId, monthOf(now))
    const spendable = subscriptionCredits + onDemandCredits
    const decision = decideTopUp({ ...setting, cap: setting.monthlyCap, spendable, spent, price, isSold })
    if (decision === 'NOT_SOLD' || decision === 'FREE') {
      const why = `${name} ${whyNotBought[decision]}`
      return pause(inside, setting, why, now, (reader) => topUpPackGoneMail(inside, reader, { why }))
    }
    if (decision === 'CAP_REACHED')
      log.info(
        { userId, spent, cap: setting.monthlyCap },
        'automatic top-up waits for the next month: its cap is reached',
      )
    if (decision !== 'BUY' || !pack) return undefined
    const { id: packId, credits } = pack
    const id = newId()
    await insertCheckout(db, {
      ...{ id, userId, provider: provider.name, kind: 'PACK', source: 'AUTO_TOP_UP', packId, name, credits },
      ...{ listPrice: price, currency, status: 'OPEN', createdAt: now, expiresAt: monthOf(now).to },
    })
    return { purchase: { id, name, listPrice: price, currency }, isWanted: true }
  })

/** Where the provider cannot be reached the job tries again. */
async function charge(
  provider: PaymentProvider,
  { id: checkoutId, name, listPrice: amount, currency }: OpenTopUp,
  customerId: string,
): Promise<ProviderPayment | { refusal: string }> {
  const description = `${name}, automatic top-up`
  try {
    return await provider.charge({ checkoutId, customerId, amount, currency, description })
  } catch (error) {
    if (isAppError(error) && error.code === 'UNPROCESSABLE') return { refusal: error.message }
    throw error
  }
}

/** A card that was declined is not tried again by itself. */
async function giveUp(services: Taking, userId: string, purchase: OpenTopUp, failure: string): Promise<void> {
  const now = await services.provider.now()
  const mail = { packName: purchase.name, amount: purchase.listPrice, currency: purchase.currency, failure }
  await inTransaction(services, async (inside) => {
    const setting = await lockAutoTopUp(inside.db, userId)
    await endCheckout(inside.db, purchase.id, 'FAILED', now)
    if (setting) await pause(inside, setting, failure, now, (reader) => topUpFailedMail(inside, reader, mail))
  })
}

async function pause(
  inside: Inside,
  { userId }: AutoTopUpRow,
  reason: string,
  now: Date,
  mailFor: (reader: Reader) => Mail,
): Promise<undefined> {
  if (await stopTopUp(inside.db, userId, reason, now)) await mailTo(inside, userId, mailFor)
}
