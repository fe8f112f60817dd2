import type { UserFacingStatus } from '@dooryard/contract/order'
import type { CampaignType } from '@dooryard/contract/vocabularies'
import { z } from 'zod'
import { startOfDay, startOfNextDay } from '../../lib/days.ts'
import { daySearch, pageDefaults, pageSearch, textSearch } from '../../lib/search-params.ts'

// Spelled out, because every screen loads what an address is read with, and none but one needs the rest of the contract.
const statuses = ['PENDING', 'PROCESSING', 'COMPLETED', 'FAILED'] as const satisfies UserFacingStatus[]
const types = ['MAIL_READY', 'CALL_READY'] as const satisfies CampaignType[]
const sorts = ['createdAt', 'orderName', 'quantity', 'totalPrice'] as const

export const statusSearch = z.enum(statuses).optional().catch(undefined)

/** What the address of a list of all of somebody's orders says. `from` and `to` are days, both part of the list. */
export const allOrdersSearch = {
  ...pageSearch,
  search: textSearch,
  status: statusSearch,
  campaignType: z.enum(types).optional().catch(undefined),
  from: daySearch,
  to: daySearch,
  sort: z.enum(sorts).default('createdAt').catch('createdAt'),
  order: z.enum(['asc', 'desc']).default('desc').catch('desc'),
}
const AllOrdersSearch = z.object(allOrdersSearch)
export type AllOrdersState = z.infer<typeof AllOrdersSearch>

/** What it need not say. */
export const allOrdersDefaults = { ...pageDefaults, sort: 'createdAt', order: 'desc' } as const

/** The list that the server is asked for. */
export const allOrdersQuery = ({ from, to, ...rest }: AllOrdersState) => ({
  ...rest,
  fromDate: from && startOfDay(from),
  toDate: to && startOfNextDay(to),
})
