import { newId } from '../../platform/ids.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { adjustCredits, grantCredits } from './grant-credits.ts'
import { holdCredits, settleHold } from './holds.ts'
import { adjuster } from './ledger.fixture.ts'
import { type Command, captureOf, type Model } from './ledger-model.fixture.ts'
import { payment } from './payment.fixture.ts'
import { lapseSubscriptionCredits, renewCredits } from './subscription-credits.ts'
import { giveBackCredits, takeBackCredits } from './take-back-credits.ts'

/** What the commands are done by; a test can break one on purpose. */
export const realOperations = {
  grant: grantCredits,
  hold: holdCredits,
  settle: settleHold,
  renew: renewCredits,
  lapse: lapseSubscriptionCredits,
  adjust: adjustCredits,
  // How many the payment gave is for those that are broken on purpose.
  takeBack: (db: Db, { amount: _, ...purchase }: Parameters<typeof takeBackCredits>[1] & { amount: number }) =>
    takeBackCredits(db, purchase),
  giveBack: giveBackCredits,
}
export type Operations = typeof realOperations

type Course = { userId: string; model: Model; operations: Operations }

/** Does a command for real, and tells its answer. The model is as it was before the command. */
export const run = (db: Db, course: Course, command: Command, id: string): Promise<string> =>
  db
    .transaction()
    .execute((trx) => perform(trx, course, command, id))
    .then(
      (answer) =>
        answer === undefined ? 'done' : typeof answer === 'object' ? JSON.stringify(answer) : String(answer),
      (error) => error.code ?? 'refused',
    )

async function perform(db: Db, { userId, model, operations }: Course, command: Command, id: string): Promise<unknown> {
  const cause = { userId, reason: 'test', actor: 'test' }
  switch (command.do) {
    case 'grant':
      return operations.grant(db, { ...cause, bucket: command.bucket, amount: command.amount })
    case 'buy': {
      const transactionId = await payment(db, { id, userId, credits: command.amount })
      const purchase = { bucket: 'ON_DEMAND', type: 'PURCHASE', amount: command.amount } as const
      return operations.grant(db, { ...cause, ...purchase, transactionId })
    }
    case 'coupon':
      return operations.grant(db, { ...cause, bucket: 'ON_DEMAND', amount: command.amount, type: 'COUPON' })
    case 'hold':
      return operations.hold(db, { userId, orderId: id, amount: command.amount })
    case 'settle': {
      const hold = model.holds[command.hold % model.holds.length]
      if (!hold) return 'nothing to settle'
      const settlement = { orderId: hold.orderId, reason: 'test', actor: 'test', at: new Date() }
      return operations.settle(db, { ...settlement, capture: captureOf(hold, command.tenths) })
    }
    case 'renew': {
      const { monthly: monthlyCredits, keepUpTo } = command
      const transactionId = await payment(db, { id, userId, credits: monthlyCredits })
      return operations.renew(db, { userId, monthlyCredits, keepUpTo, transactionId, reason: 'test' })
    }
    case 'lapse':
      return operations.lapse(db, { userId, reason: 'test' })
    case 'adjust':
      await operations.adjust(adjuster(db), { ...cause, bucket: command.bucket, amount: command.amount })
      return undefined
    case 'refund':
    case 'giveBack': {
      const none = { transactionId: newId(), bucket: 'ON_DEMAND', amount: 0 } as const
      const { amount, ...paid } = model.payments[command.payment % model.payments.length] ?? none
      if (command.do === 'giveBack') return operations.giveBack(db, { ...cause, ...paid })
      return operations.takeBack(db, { ...cause, ...paid, amount })
    }
  }
}
