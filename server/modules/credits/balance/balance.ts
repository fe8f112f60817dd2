import type { Balance } from '@dooryard/contract/billing/credits'
import type { Context } from '../../../platform/context.ts'
import type { Db } from '../../../platform/postgres/database.ts'
import { balanceTopic, findAccount, insertAccount, updateAlertThreshold } from '../ledger/ledger.queries.ts'
import { presentBalance } from './balance-rules.ts'

export const createCreditAccount = async (db: Db, userId: string): Promise<void> => {
  await insertAccount(db, userId)
}

export const getBalance = async (db: Db, userId: string): Promise<Balance> =>
  presentBalance(await findAccount(db, userId))

/** Adds the job `top-up-credits` whenever a change leaves fewer than `below` to spend; null ends it. */
export const setBalanceAlert = async (db: Db, userId: string, below: number | null): Promise<void> => {
  await updateAlertThreshold(db, userId, below)
}

/** Whether an administrator acting as the user took the balance below the threshold, so that no top-up starts. */
export const isBalanceAlertPending = async (db: Db, userId: string): Promise<boolean> =>
  (await findAccount(db, userId))?.alertPending ?? false

type BalanceStream = { topics: string[]; read: () => Promise<Balance> }

export const getBalanceStream = ({ db, actor }: Context): BalanceStream => ({
  topics: [balanceTopic(actor.userId)],
  read: () => getBalance(db, actor.userId),
})
