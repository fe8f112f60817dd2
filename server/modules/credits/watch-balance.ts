import type { Balance } from '@dooryard/contract/credits'
import type { Context } from '../../platform/context.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { balanceOf } from './balance.ts'
import { balanceTopic, findAccount, setWatchBelow } from './ledger.queries.ts'

/**
 * From now on adds the job `balance-below` whenever a change leaves fewer credits to spend than `below`; null ends it.
 * What is below already is not told of: only a change is.
 */
export const watchBalance = async (db: Db, userId: string, below: number | null): Promise<void> => {
  await setWatchBelow(db, userId, below)
}

/** Whether it was taken below by somebody who acted as the user, so that nothing is started by it. */
export const watchWaits = async (db: Db, userId: string): Promise<boolean> =>
  (await findAccount(db, userId))?.watchWaits ?? false

type Watched = { topics: string[]; read: () => Promise<Balance> }

/** The caller's credits, to be shown now and whenever they change. */
export const watchOwnBalance = ({ db, actor }: Context): Watched => ({
  topics: [balanceTopic(actor.userId)],
  read: () => balanceOf(db, actor.userId),
})
