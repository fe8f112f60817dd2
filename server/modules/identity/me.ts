import type { Me } from '@dooryard/contract/account'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { balanceOf } from '../credits/index.ts'
import { findImpersonation } from './impersonation.queries.ts'
import { presentImpersonation } from './present-impersonation.ts'
import { presentUser } from './present-user.ts'
import { findUser } from './users.queries.ts'

export type SubscriptionOf = (db: Db, userId: string) => Promise<Me['subscription']>

/** The signed-in user with their credits and subscription, and the administrator who acts as them. */
export async function me({ db, actor }: Context, subscriptionOf: SubscriptionOf): Promise<Me> {
  const user = await findUser(db, actor.userId)
  if (!user) throw notFound('Your account')
  const behind = actor.impersonator && (await findImpersonation(db, actor.sessionId))
  return {
    user: presentUser(user),
    balance: await balanceOf(db, actor.userId),
    subscription: await subscriptionOf(db, actor.userId),
    impersonation: behind && presentImpersonation(behind),
  }
}
