import type { UserSubscriptions } from '@dooryard/contract/admin-billing'
import type { PageOf, PageQuery } from '@dooryard/contract/paging'
import type { Transaction } from '@dooryard/contract/transactions'
import type { Context } from '../../../platform/context.ts'
import { notFound } from '../../../platform/errors.ts'
import { balanceOf } from '../../credits/index.ts'
import { transactionPage } from '../history/list-transactions.ts'
import { presentSubscription, selectSubscriptions } from '../subscriptions.queries.ts'
import { findUser } from './people.queries.ts'

type Within = Pick<Context, 'db'>

/** Who a user is, their balance and all their subscriptions, the newest first. */
export async function userSubscriptions({ db }: Within, userId: string): Promise<UserSubscriptions> {
  const user = await userOf({ db }, userId)
  const [balance, subscriptions] = await Promise.all([balanceOf(db, userId), selectSubscriptions(db, userId)])
  return { user, balance, subscriptions: subscriptions.map(presentSubscription) }
}

/** A page of a user's payments, the newest first. */
export async function userTransactions({ db }: Within, userId: string, page: PageQuery): Promise<PageOf<Transaction>> {
  await userOf({ db }, userId)
  return transactionPage(db, { userId }, page)
}

async function userOf({ db }: Within, userId: string) {
  const user = await findUser(db, userId)
  if (!user) throw notFound('This user')
  return user
}
