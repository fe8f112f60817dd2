import { account } from '@dooryard/contract/identity/account'
import { buildQuery } from '../api/query.ts'

/** The signed-in user and their balance. */
export const currentUserQuery = () => buildQuery(account.me, {})
