import { adminBilling } from '@dooryard/contract/admin-billing'
import { adminUsers } from '@dooryard/contract/admin-users'
import { queryOf } from '../../lib/query.ts'

/** A user as administrators see them, also one who has closed their account. */
export const userDetail = (id: string) => queryOf(adminUsers.get, { params: { id } })

/** The balance and the subscriptions of a user. */
export const userSubscriptions = (userId: string) => queryOf(adminBilling.userSubscriptions, { params: { userId } })
