import { isAppError } from '../../../platform/errors/app-error.ts'
import type { Mail } from '../../../platform/mail/mail.ts'
import { topUpFailedMail, topUpPackGoneMail } from '../../../platform/mail/templates/payments.ts'
import type { MailReader } from '../../../platform/mail/templates/template.ts'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { newId } from '../../../platform/util/ids.ts'
import { getBalance, isBalanceAlertPending } from '../../credits/index.ts'
import { lockIfOpen } from '../../identity/index.ts'
import type { BillingServices } from '../billing-context.ts'
import { findPack } from '../catalog/catalog.queries.ts'
import { endCheckout, insertCheckout, saveProviderId } from '../checkout/checkouts.queries.ts'
import { findCustomer } from '../checkout/customers.queries.ts'
import { hasRefundInProgress } from '../payments/payments.queries.ts'
import type { PaymentProvider, ProviderPayment } from '../provider/provider.ts'
import { endUnpaidCheckout } from '../sync/expire-checkouts.ts'
import { queueMailTo } from '../sync/queue-mail-to.ts'
import type { BillingTransaction } from '../sync/recording-transaction.ts'
import { syncPayment } from '../sync/sync-payment.ts'
import {
  type AutoTopUpRow,
  findOpenTopUp,
  findTopUpFailure,
  lockAutoTopUp,
  type OpenTopUp,
  sumTopUpSpend,
} from './auto-top-up.queries.ts'
import { stopTopUp } from './auto-top-up.ts'
import { decideTopUp, getCalendarMonth } from './top-up-rules.ts'

type TopUpServices = Omit<BillingServices, 'provider'> & { provider: PaymentProvider }

/**
 * Safe to run concurrently and again after a crash: at most one purchase is in progress, and it is charged under its
 * own id.
 */
export async function topUp(services: BillingServices, userId: string): Promise<void> {
  const { provider } = services
  if (!provider) return
  const topUpServices = { ...services, provider }
  const attempt = await startTopUp(topUpServices, userId, await provider.now())
  if (attempt) await finishTopUp(topUpServices, userId, attempt)
}

async function finishTopUp(
  services: TopUpServices,
  userId: string,
  { purchase, isWanted }: TopUpAttempt,
): Promise<void> {
  const { db, provider } = services
  const customer = await findCustomer(db, userId, provider.name)
  if (!customer) return failTopUp(services, userId, purchase, 'There is no card on file.')
  const { providerId: customerId } = customer
  const payment = isWanted
    ? await charge(provider, purchase, customerId)
    : await provider.findCharge({ checkoutId: purchase.id, customerId })
  if (!payment) return endUnpaidCheckout(services, purchase.id, 'EXPIRED')
  if ('refusal' in payment) return failTopUp(services, userId, purchase, payment.refusal)
  if (payment.status === 'FAILED') {
    // Use this response as is: if nothing was charged, the provider has no payment to fetch.
    await syncPayment(services, payment.id, payment)
    return failTopUp(services, userId, purchase, payment.failure ?? declinedMessage)
  }
  await saveProviderId(db, purchase.id, payment.id)
  await syncPayment(services, payment.id)
}

const declinedMessage = 'The card was declined.'

const unavailableMessages = {
  NOT_SOLD: 'is no longer available.',
  FREE: 'costs nothing now, so it cannot be bought automatically.',
}

/** A purchase, and whether it may be charged. If top-up was disabled meanwhile, the provider is only queried. */
type TopUpAttempt = { purchase: OpenTopUp; isWanted: boolean }

const startTopUp = (services: TopUpServices, userId: string, now: Date): Promise<TopUpAttempt | undefined> =>
  inTransaction(services, async (tx) => {
    const { db, provider, log } = tx
    // Lock the account before the setting, in the same order as changing the setting and closing the account do.
    const isOpen = await lockIfOpen(db, userId)
    const setting = await lockAutoTopUp(db, userId)
    if (!setting || !isOpen) return undefined
    const open = await findOpenTopUp(db, userId, provider.name)
    if (open) return { purchase: open, isWanted: setting.isEnabled }
    if (!setting.isEnabled) return undefined
    // A refund in progress has taken its credits and disables top-up; the credits must not be bought again.
    if ((await isBalanceAlertPending(db, userId)) || (await hasRefundInProgress(db, userId))) return undefined
    const pack = await findPack(db, setting.packId)
    const { name = 'credits', price = 0, currency = 'USD', isActive: isSold = false } = pack ?? {}
    const failed = await findTopUpFailure(db, userId, setting.updatedAt)
    if (failed) {
      const mail = { packName: name, amount: price, currency, failure: failed.failure ?? declinedMessage }
      return pauseAutoTopUp(tx, setting, mail.failure, now, (reader) => topUpFailedMail(tx, reader, mail))
    }
    const { subscriptionCredits, onDemandCredits } = await getBalance(db, userId)
    const spent = await sumTopUpSpend(db, userId, getCalendarMonth(now))
    const spendable = subscriptionCredits + onDemandCredits
    const decision = decideTopUp({ ...setting, cap: setting.monthlyCap, spendable, spent, price, isSold })
    if (decision === 'NOT_SOLD' || decision === 'FREE') {
      const why = `${name} ${unavailableMessages[decision]}`
      return pauseAutoTopUp(tx, setting, why, now, (reader) => topUpPackGoneMail(tx, reader, { why }))
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
      ...{ listPrice: price, currency, status: 'OPEN', createdAt: now, expiresAt: getCalendarMonth(now).to },
    })
    return { purchase: { id, name, listPrice: price, currency }, isWanted: true }
  })

/** Throws if the provider is unreachable, so that the job retries. */
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

/** Disables automatic top-up; a declined card is not retried automatically. */
async function failTopUp(services: TopUpServices, userId: string, purchase: OpenTopUp, failure: string): Promise<void> {
  const now = await services.provider.now()
  const mail = { packName: purchase.name, amount: purchase.listPrice, currency: purchase.currency, failure }
  await inTransaction(services, async (tx) => {
    const setting = await lockAutoTopUp(tx.db, userId)
    await endCheckout(tx.db, purchase.id, 'FAILED', now)
    if (setting) await pauseAutoTopUp(tx, setting, failure, now, (reader) => topUpFailedMail(tx, reader, mail))
  })
}

async function pauseAutoTopUp(
  tx: BillingTransaction,
  { userId }: AutoTopUpRow,
  reason: string,
  now: Date,
  mailFor: (reader: MailReader) => Mail,
): Promise<undefined> {
  if (await stopTopUp(tx.db, userId, reason, now)) await queueMailTo(tx, userId, mailFor)
}
