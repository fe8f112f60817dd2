import type { AdminUser, UserState } from '@dooryard/contract/identity/admin/admin-users'

export function getUserStateTag({
  isActive,
  emailVerifiedAt,
  closedAt,
  state,
}: Pick<AdminUser, 'isActive' | 'emailVerifiedAt' | 'closedAt'> & { state?: UserState }) {
  if (closedAt) return { tone: 'plain', children: 'Closed' } as const
  if (!isActive) return { tone: 'bad', children: 'Deactivated' } as const
  if (state === 'INVITED') return { tone: 'plain', children: 'Invited' } as const
  if (!emailVerifiedAt) return { tone: 'warn', children: 'Unverified' } as const
  return { tone: 'good', children: 'Active' } as const
}
