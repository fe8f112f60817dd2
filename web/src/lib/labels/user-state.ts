import type { AdminUser } from '@dooryard/contract/identity/admin-users'

export function getUserStateTag({
  isActive,
  emailVerifiedAt,
  closedAt,
}: Pick<AdminUser, 'isActive' | 'emailVerifiedAt' | 'closedAt'>) {
  if (closedAt) return { tone: 'plain', children: 'Closed' } as const
  if (!isActive) return { tone: 'bad', children: 'Deactivated' } as const
  if (!emailVerifiedAt) return { tone: 'warn', children: 'Unverified' } as const
  return { tone: 'good', children: 'Active' } as const
}
