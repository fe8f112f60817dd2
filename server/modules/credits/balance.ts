import type { Balance } from '@dooryard/contract/credits'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { presentBalance } from './balance-rules.ts'
import { balanceTopic, findAccount, insertAccount, setWatchBelow } from './ledger.queries.ts'

export const openAccount = async (db: Db, userId: string): Promise<void> => {
  await insertAccount(db, userId)
}

export const balanceOf = async (db: Db, userId: string): Promise<Balance> =>
  presentBalance(await findAccount(db, userId))

/** Adds the job `top-up-credits` whenever a change leaves fewer than `below` to spend; null ends it. */
export const watchBalance = async (db: Db, userId: string, below: number | null): Promise<void> => {
  await setWatchBelow(db, userId, below)
}

/** Whether it was taken below by somebody who acted as the user, so that nothing is started by it. */
export const watchWaits = async (db: Db, userId: string): Promise<boolean> =>
  (await findAccount(db, userId))?.alertPending ?? false

type Watched = { topics: string[]; read: () => Promise<Balance> }

export const watchOwnBalance = ({ db, actor }: Context): Watched => ({
  topics: [balanceTopic(actor.userId)],
  read: () => balanceOf(db, actor.userId),
})
