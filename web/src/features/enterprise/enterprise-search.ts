import type { enterpriseSorts } from '@dooryard/contract/admin-campaigns'
import type { orderKinds } from '@dooryard/contract/admin-orders'
import type { InternalStatus, UserFacingStatus } from '@dooryard/contract/order'
import type { CampaignType } from '@dooryard/contract/vocabularies'
import { z } from 'zod'
import { dayOf, startOfDay, startOfNextDay } from '../../lib/days.ts'
import { Day, ownersSearch, pageDefaults, pageSearch, textSearch } from '../../lib/search-params.ts'

// Spelled out, because every screen loads what an address is read with, and none but one needs the rest of the contract.
const types = ['MAIL_READY', 'CALL_READY'] as const satisfies CampaignType[]
const statuses = ['PENDING', 'PROCESSING', 'COMPLETED', 'FAILED'] as const satisfies UserFacingStatus[]
const steps = {
  QUEUED: true,
  SELECTING: true,
  TRACING: true,
  SCRUBBING: true,
  ASSEMBLING: true,
  READY: true,
  FAILED: true,
  CANCELLED: true,
} satisfies Record<InternalStatus, true>
const sorts = ['createdAt', 'updatedAt', 'totalPrice'] as const satisfies typeof enterpriseSorts
const kinds = ['ENTERPRISE', 'CONSUMER'] as const satisfies typeof orderKinds

/** An instant, as the specification says, or a day of the reader's, as people type it: then the `edge` of that day. */
const instantSearch = (edge: (day: string) => string) =>
  z
    .union([z.iso.datetime({ offset: true }), Day.transform(edge)])
    .optional()
    .catch(undefined)

/** What the address of a list of everybody's campaigns or orders says, as the specification names it. */
const enterpriseSearch = {
  ...pageSearch,
  search: textSearch,
  userId: ownersSearch,
  campaignType: z.enum(types).optional().catch(undefined),
  fromDate: instantSearch(startOfDay),
  toDate: instantSearch(startOfNextDay),
  sort: z.enum(sorts).default('createdAt').catch('createdAt'),
  order: z.enum(['asc', 'desc']).default('desc').catch('desc'),
}

/** The same of a list of orders. */
export const ordersSearch = {
  ...enterpriseSearch,
  status: z.enum(statuses).optional().catch(undefined),
  internalStatus: z
    .enum(Object.keys(steps) as [InternalStatus, ...InternalStatus[]])
    .optional()
    .catch(undefined),
}

/** Of which orders there are: those of campaigns, or those of none. */
export const kindSearch = z.enum(kinds).optional().catch(undefined)

/** Which of its two lists the screen of the campaigns shows. */
export const tabSearch = z.enum(['campaigns', 'orders']).default('campaigns').catch('campaigns')

/** What an address need not say. */
export const enterpriseDefaults = { ...pageDefaults, sort: 'createdAt', order: 'desc' } as const

const CampaignsSearch = z.object(enterpriseSearch)
export type CampaignsState = z.infer<typeof CampaignsSearch>
const OrdersSearch = z.object(ordersSearch)
export type OrdersState = z.infer<typeof OrdersSearch> & { kind?: z.infer<typeof kindSearch> }

/** What of an address the list of the campaigns is narrowed and sorted by; the filters of orders are none of it. */
export const campaignsAsked = ({ search, userId, campaignType, fromDate, toDate, sort, order }: CampaignsState) => ({
  search,
  userId,
  campaignType,
  fromDate,
  toDate,
  sort,
  order,
})

/** The same for a list of orders. */
export const ordersAsked = (state: OrdersState) => ({
  ...campaignsAsked(state),
  status: state.status,
  internalStatus: state.internalStatus,
})

const aMoment = 1

/** The reader's day that a range begins on. */
export const firstDayOf = (fromDate: string) => dayOf(new Date(fromDate).getTime())

/** The last day that is part of a range, which ends before `toDate`. */
export const lastDayOf = (toDate: string) => dayOf(new Date(toDate).getTime() - aMoment)
