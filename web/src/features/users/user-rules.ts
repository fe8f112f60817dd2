import type { Bucket } from '@dooryard/contract/credit-history'
import type { Balance } from '@dooryard/contract/credits'
import type { Transaction } from '@dooryard/contract/transactions'
import type { User } from '@dooryard/contract/users'
import { wholeIn } from '../../lib/typed.ts'

/** What an administrator does with a user, each in a dialog of its own. */
export type UserAction = 'actAs' | 'adjust' | 'edit' | 'role' | 'signOut' | 'state'

/** What is asked, and about whom, as they were when it was asked. */
export type Asked = { user: User; action: UserAction } | { user: User; action: 'refund'; payment: Transaction }

export type UserDialogProps = { user: User; opened: boolean; onClose: () => void }

type Standing = Pick<User, 'isActive' | 'emailVerifiedAt'>

/** Nobody acts as an administrator, themselves included, nor as somebody who could not sign in. */
export const mayBeActedAs = (
  { id, role, isActive, emailVerifiedAt }: Standing & Pick<User, 'id' | 'role'>,
  by: string,
) => id !== by && role !== 'SUPER_ADMIN' && isActive && emailVerifiedAt !== null

/** Another administrator must: nobody changes their own role or deactivates themselves. */
export const mayBeDecidedOn = ({ id }: Pick<User, 'id'>, by: string) => id !== by

/** Whether there is anybody to invite: who has verified an email comes by themselves. */
export const mayBeInvited = ({ isActive, emailVerifiedAt }: Standing) => isActive && !emailVerifiedAt

/** What there is of some credits to spend, and what there will be once those that are `typed` are given or taken. */
export function adjusted(balance: Balance, bucket: Bucket, typed: string): { now: number; after?: number } {
  const now = bucket === 'ON_DEMAND' ? balance.onDemandCredits : balance.subscriptionCredits
  const amount = wholeIn(typed)
  return amount ? { now, after: now + amount } : { now } // neither nothing nor what is no number
}
