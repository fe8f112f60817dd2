import type { Me } from '@dooryard/contract/auth'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { balanceOf } from '../credits/index.ts'
import { presentUser } from './present-user.ts'
import { findUser } from './users.queries.ts'

/** The signed-in user with their credits. */
export async function me({ db, actor }: Context): Promise<Me> {
  const user = await findUser(db, actor.userId)
  if (!user) throw notFound('Your account')
  return { user: presentUser(user), balance: await balanceOf(db, actor.userId) }
}
