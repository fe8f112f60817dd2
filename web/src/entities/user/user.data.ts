import { adminBilling } from '@dooryard/contract/billing/admin/admin-billing'
import { adminUsers } from '@dooryard/contract/identity/admin/admin-users'
import { buildQuery } from '../../lib/api/query.ts'

/** A user as administrators see them, including closed accounts. */
export const userDetailQuery = (id: string) => buildQuery(adminUsers.get, { params: { id } })

/** The balance and the subscriptions of a user. */
export const userSubscriptionsQuery = (userId: string) =>
  buildQuery(adminBilling.userSubscriptions, { params: { userId } })
