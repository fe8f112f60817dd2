import type { User } from '@dooryard/contract/users'

type Standing = Pick<User, 'isActive' | 'emailVerifiedAt'>

/** How an account stands, in a word: whether it can be signed in to, and why not. */
export function stateOf({ isActive, emailVerifiedAt }: Standing) {
  if (!isActive) return { tone: 'bad', children: 'Deactivated' } as const
  if (!emailVerifiedAt) return { tone: 'warn', children: 'Unverified' } as const
  return { tone: 'good', children: 'Active' } as const
}

/** Nobody acts as an administrator, themselves included, nor as somebody who could not sign in. */
export const mayBeActedAs = (
  { id, role, isActive, emailVerifiedAt }: Standing & Pick<User, 'id' | 'role'>,
  by: string,
) => id !== by && role !== 'SUPER_ADMIN' && isActive && emailVerifiedAt !== null
