import type { Db } from '../../../platform/postgres/database.ts'
import { newId } from '../../../platform/util/ids.ts'
import { clawBackCredits, reverseClawback } from '../grants/claw-back-credits.ts'
import { adjustCredits, grantCredits } from '../grants/grant-credits.ts'
import { createTestPayment } from '../grants/payment.fixture.ts'
import { expireSubscriptionCredits, renewCredits } from '../grants/subscription-credits.ts'
import { captureHold, holdCredits } from '../holds/holds.ts'
import { createAdjuster } from './ledger.fixture.ts'
import { getCaptureAmount, type LedgerCommand, type LedgerModel } from './ledger-model.fixture.ts'

/** The operations that commands call. A test can replace one with a broken version. */
export const ledgerOperations = {
  grant: grantCredits,
  hold: holdCredits,
  settle: captureHold,
  renew: renewCredits,
  expire: expireSubscriptionCredits,
  adjust: adjustCredits,
  // Only the deliberately broken versions need the amount of the payment.
  clawBack: (db: Db, { amount: _, ...purchase }: Parameters<typeof clawBackCredits>[1] & { amount: number }) =>
    clawBackCredits(db, purchase),
  reverseClawback,
}
export type LedgerOperations = typeof ledgerOperations

type CommandContext = { userId: string; model: LedgerModel; operations: LedgerOperations }

/** Executes a command against the database and returns its result. The model is in the state before the command. */
export const runCommand = (db: Db, context: CommandContext, command: LedgerCommand, id: string): Promise<string> =>
  db
    .transaction()
    .execute((trx) => executeCommand(trx, context, command, id))
    .then(
      (answer) =>
        answer === undefined ? 'done' : typeof answer === 'object' ? JSON.stringify(answer) : String(answer),
      (error) => error.code ?? 'refused',
    )

async function executeCommand(
  db: Db,
  { userId, model, operations }: CommandContext,
  command: LedgerCommand,
  id: string,
): Promise<unknown> {
  const cause = { userId, reason: 'test', actor: 'test' }
  switch (command.do) {
    case 'grant':
      return operations.grant(db, { ...cause, bucket: command.bucket, amount: command.amount })
    case 'buy': {
      const transactionId = await createTestPayment(db, { id, userId, credits: command.amount })
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
      return operations.settle(db, { ...settlement, capture: getCaptureAmount(hold, command.tenths) })
    }
    case 'renew': {
      const { monthly: monthlyCredits, keepUpTo } = command
      const transactionId = await createTestPayment(db, { id, userId, credits: monthlyCredits })
      return operations.renew(db, { userId, monthlyCredits, keepUpTo, transactionId, reason: 'test' })
    }
    case 'expire':
      return operations.expire(db, { userId, reason: 'test' })
    case 'adjust':
      await operations.adjust(createAdjuster(db), { ...cause, bucket: command.bucket, amount: command.amount })
      return undefined
    case 'refund':
    case 'reverseClawback': {
      const none = { transactionId: newId(), bucket: 'ON_DEMAND', amount: 0 } as const
      const { amount, ...paid } = model.payments[command.payment % model.payments.length] ?? none
      if (command.do === 'reverseClawback') return operations.reverseClawback(db, { ...cause, ...paid })
      return operations.clawBack(db, { ...cause, ...paid, amount })
    }
  }
}
