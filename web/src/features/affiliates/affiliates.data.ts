import { adminAffiliates } from '@dooryard/contract/billing/affiliates'

/** The endpoints whose data a change of an affiliate's commissions affects. */
export const refreshes = [adminAffiliates.list, adminAffiliates.get, adminAffiliates.entries]
