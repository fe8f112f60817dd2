import type { User } from '@dooryard/contract/users'

/** How an account stands, in a word: whether it can be signed in to, and why not. */
export function stateOf({ isActive, emailVerifiedAt }: Pick<User, 'isActive' | 'emailVerifiedAt'>) {
  if (!isActive) return { tone: 'bad', children: 'Deactivated' } as const
  if (!emailVerifiedAt) return { tone: 'warn', children: 'Unverified' } as const
  return { tone: 'good', children: 'Active' } as const
}
