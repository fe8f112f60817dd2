import type { Bucket } from '@dooryard/contract/credit-history'
import type { Balance } from '@dooryard/contract/credits'
import type { User } from '@dooryard/contract/users'
import { wholeIn } from '../../lib/typed.ts'

type Standing = Pick<User, 'isActive' | 'emailVerifiedAt'>

/** Nobody acts as an administrator, themselves included, nor as somebody who could not sign in. */
export const mayBeActedAs = (
  { id, role, isActive, emailVerifiedAt }: Standing & Pick<User, 'id' | 'role'>,
  by: string,
) => id !== by && role !== 'SUPER_ADMIN' && isActive && emailVerifiedAt !== null

/** Another administrator must: nobody changes their own role or deactivates themselves. */
export const mayBeDecidedOn = ({ id }: Pick<User, 'id'>, by: string) => id !== by

/** What a user is called and where they are reached, as the texts of a form: what is not known is empty. */
export const factsOf = ({ firstName, lastName, phone, companyName = '' }: User) => ({
  firstName,
  lastName,
  phone,
  companyName,
})

type Facts = ReturnType<typeof factsOf>

/** What a form changes and nothing else, so that what the user has changed meanwhile stays. */
export const changedFacts = (before: Facts, after: Facts): Partial<Facts> =>
  Object.fromEntries(
    (['firstName', 'lastName', 'phone', 'companyName'] as const).flatMap((field) =>
      after[field].trim() === before[field] ? [] : [[field, after[field].trim()]],
    ),
  )

/** Whether there is anybody to invite: who has verified an email comes by themselves. */
export const mayBeInvited = ({ isActive, emailVerifiedAt }: Standing) => isActive && !emailVerifiedAt

/** What there is of some credits to spend, and what there will be once those that are `typed` are given or taken. */
export function adjusted(balance: Balance, bucket: Bucket, typed: string): { now: number; after?: number } {
  const now = bucket === 'ON_DEMAND' ? balance.onDemandCredits : balance.subscriptionCredits
  const amount = wholeIn(typed)
  return amount ? { now, after: now + amount } : { now } // neither nothing nor what is no number
}
