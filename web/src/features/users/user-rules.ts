import type { Bucket } from '@dooryard/contract/billing/credit-history'
import type { Balance } from '@dooryard/contract/billing/credits'
import type { Transaction } from '@dooryard/contract/billing/transactions'
import type { User } from '@dooryard/contract/identity/users'
import { parseWholeNumber } from '../../lib/format/parse-typed.ts'

/** The administrator's actions on a user, each in its own dialog. */
export type UserAction = 'actAs' | 'adjust' | 'edit' | 'email' | 'role' | 'secondFactor' | 'signOut' | 'state'

/** The requested dialog and its user, as of the request. */
export type UserDialogRequest =
  | { user: User; action: UserAction }
  | { user: User; action: 'refund'; payment: Transaction }

export type UserDialogProps = { user: User; opened: boolean; onClose: () => void }

type AccountState = Pick<User, 'isActive' | 'emailVerifiedAt'>

/** Nobody can impersonate an administrator, including themselves, or a user who cannot sign in. */
export const canImpersonate = (
  { id, role, isActive, emailVerifiedAt }: AccountState & Pick<User, 'id' | 'role'>,
  by: string,
) => id !== by && role !== 'SUPER_ADMIN' && isActive && emailVerifiedAt !== null

/** Administrators cannot change their own role or deactivate themselves. */
export const canManage = ({ id }: Pick<User, 'id'>, by: string) => id !== by

/** Whether an invitation makes sense: users with a verified email sign in by themselves. */
export const canInvite = ({ isActive, emailVerifiedAt }: AccountState) => isActive && !emailVerifiedAt

/** The available credits of a bucket before and after adjusting by the typed amount. */
export function previewAdjustment(balance: Balance, bucket: Bucket, text: string): { now: number; after?: number } {
  const now = bucket === 'ON_DEMAND' ? balance.onDemandCredits : balance.subscriptionCredits
  const amount = parseWholeNumber(text)
  return amount ? { now, after: now + amount } : { now } // neither zero nor NaN
}
