import type { AccountEvent, Balance } from '@dooryard/contract/billing/credits'
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

/** What the stream of an account reports beside its credits. */
export type AccountNotifications = {
  notificationTopic: (userId: string) => string
  getUnreadNotifications: (db: Db, userId: string) => Promise<number | undefined>
}

type AccountStream = { topics: string[]; read: () => Promise<AccountEvent> }

export const getAccountStream = (
  { db, actor: { userId } }: Context,
  { notificationTopic, getUnreadNotifications }: AccountNotifications,
): AccountStream => ({
  topics: [balanceTopic(userId), notificationTopic(userId)],
  read: async () => ({
    ...(await getBalance(db, userId)),
    unreadNotifications: await getUnreadNotifications(db, userId),
  }),
})
