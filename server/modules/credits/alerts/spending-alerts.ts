import type { SpendingAlerts, SpendingAlertsChange } from '@dooryard/contract/billing/spending-alerts'
import { audit } from '../../../platform/audit.ts'
import type { Context, Services } from '../../../platform/context.ts'
import { findMailRecipient } from '../../../platform/lists/owners.queries.ts'
import type { Mail } from '../../../platform/mail/mail.ts'
import { spendingAlertMails } from '../../../platform/mail/templates/spending.ts'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { pluralize } from '../../../platform/util/format.ts'
import { getBalance } from '../balance/balance.ts'
import { findDueAlerts, getPeriods } from './alert-rules.ts'
import {
  addCheckSpendingJob,
  findSpendingAlerts,
  lockSpendingAlerts,
  sumCaptured,
  updateSpendingAlerts,
  upsertSpendingAlerts,
} from './spending-alerts.queries.ts'

const none = { perDay: null, perMonth: null, balanceBelow: null }

/** A user's alerts, and what was spent on delivered leads today and this month (UTC). */
export async function getSpendingAlerts({ db, actor, clock }: Context): Promise<SpendingAlerts> {
  const { perDay, perMonth, balanceBelow } = (await findSpendingAlerts(db, actor.userId)) ?? none
  const { today, thisMonth } = await sumCaptured(db, actor.userId, getPeriods(clock.now()))
  return { perDay, perMonth, balanceBelow, spentToday: today, spentThisMonth: thisMonth }
}

/** A changed limit counts anew: one that is exceeded already is told of at once. */
export const saveSpendingAlerts = (ctx: Context, change: SpendingAlertsChange): Promise<SpendingAlerts> =>
  inTransaction(ctx, async (tx) => {
    const { db, actor, clock } = tx
    const { userId } = actor
    const before = await lockSpendingAlerts(db, userId)
    const { perDay, perMonth, balanceBelow } = change
    await upsertSpendingAlerts(db, {
      ...{ userId, perDay, perMonth, balanceBelow, updatedAt: clock.now() },
      notifiedDay: before?.perDay === perDay ? before.notifiedDay : null,
      notifiedMonth: before?.perMonth === perMonth ? before.notifiedMonth : null,
      isBalanceNotified: before?.balanceBelow === balanceBelow && before.isBalanceNotified,
    })
    await addCheckSpendingJob(db, userId)
    await audit(tx, {
      action: 'spending_alerts.changed',
      object: { type: 'user', id: userId },
      ...(before && {
        before: { perDay: before.perDay, perMonth: before.perMonth, balanceBelow: before.balanceBelow },
      }),
      after: { perDay, perMonth, balanceBelow },
    })
    return getSpendingAlerts({ ...ctx, db })
  })

type SpendingNotice = { userId: string; kind: 'CREDITS'; title: string; body: string; path: string; mail: () => Mail }

/** Notifies a user in the transaction of its cause. */
export type NotifyUser = (tx: Services, notification: SpendingNotice) => Promise<void>

export type AlertServices = Services & { notifyUser: NotifyUser }

/** Sends the alerts that are due. Checks of one user wait for each other, so each alert is sent once. */
export const checkSpending = (services: AlertServices, userId: string): Promise<void> =>
  inTransaction(services, async (tx) => {
    const { db, clock } = tx
    const row = await lockSpendingAlerts(db, userId)
    if (!row) return
    const now = clock.now()
    const { subscriptionCredits, onDemandCredits } = await getBalance(db, userId)
    const captured = await sumCaptured(db, userId, getPeriods(now))
    const spending = { ...captured, spendable: subscriptionCredits + onDemandCredits }
    const { due, notified } = findDueAlerts(row, row, spending, now)
    await updateSpendingAlerts(db, userId, notified)
    const reader = due.length > 0 ? await findMailRecipient(db, userId) : undefined
    if (!reader) return
    for (const { kind, limit, amount } of due) {
      const mail = spendingAlertMails[kind](tx, reader, { limit, amount })
      const body = noticeBodies[kind](pluralize(amount, 'credit'))
      const path = kind === 'BALANCE' ? '/portal/settings/pay-as-you-go' : '/portal/settings/credit-history'
      await services.notifyUser(tx, { userId, kind: 'CREDITS', title: mail.subject, body, path, mail: () => mail })
    }
  })

const noticeBodies = {
  DAY: (credits: string) => `${credits} spent today.`,
  MONTH: (credits: string) => `${credits} spent this month.`,
  BALANCE: (credits: string) => `${credits} left.`,
}
