import type { Context } from '../../platform/context.ts'
import { appError } from '../../platform/errors.ts'
import { coversAny, scrubPlan } from '../dnc/index.ts'

const nothingToCheckAgainst =
  'Phone numbers cannot be checked at present: there is no copy of the national do-not-call registry from the last 31 ' +
  'days.'

/** UNPROCESSABLE where no number of a user's could be found clean, said to an administrator who orders in their place. */
export async function refuseWithoutRegistryOf({ db, clock }: Pick<Context, 'db' | 'clock'>, userId: string) {
  if (coversAny(await scrubPlan(db, { userId, at: clock.now() }))) return
  throw appError('UNPROCESSABLE', `${nothingToCheckAgainst} Please import a current one first.`)
}

/** UNPROCESSABLE where no number of the actor's could be found clean, with what there is to do about it. */
export async function refuseWithoutRegistry({ db, actor, clock }: Pick<Context, 'db' | 'actor' | 'clock'>) {
  const { userId, role } = actor
  if (coversAny(await scrubPlan(db, { userId, at: clock.now() }))) return
  // Only enterprise users can hold copies of their own.
  const whatToDo =
    role === 'ENTERPRISE_USER'
      ? 'Upload a current one under your own subscription account number, or ask support to renew ours.'
      : 'Please ask support to renew it.'
  throw appError('UNPROCESSABLE', `${nothingToCheckAgainst} ${whatToDo}`)
}
