import type { enterpriseSorts } from '@dooryard/contract/admin-campaigns'
import type { orderKinds } from '@dooryard/contract/admin-orders'
import type { InternalStatus, UserFacingStatus } from '@dooryard/contract/order'
import type { CampaignType, LeadStage } from '@dooryard/contract/vocabularies'
import { z } from 'zod'
import { dayOf, startOfDay, startOfNextDay } from '../../lib/days.ts'
import { Day, daySearch, optional, ownersSearch, pageSearch, textSearch } from '../../lib/search-params.ts'

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
const stages = {
  NEW: true,
  CONTACTED: true,
  FOLLOW_UP: true,
  NEGOTIATING: true,
  UNDER_CONTRACT: true,
  CLOSED: true,
  DEAD: true,
} satisfies Record<LeadStage, true>
const sorts = ['createdAt', 'orderName', 'quantity', 'totalPrice'] as const
const adminSorts = ['createdAt', 'updatedAt', 'totalPrice'] as const satisfies typeof enterpriseSorts
const kinds = ['ENTERPRISE', 'CONSUMER'] as const satisfies typeof orderKinds

const keysOf = <Key extends string>(all: Record<Key, true>) => Object.keys(all) as Key[] // it has no others

const order = z.enum(['asc', 'desc']).default('desc').catch('desc')

export const OrdersOfCampaignSearch = z.object({
  ...pageSearch,
  search: textSearch,
  status: optional(z.enum(statuses)),
})
export type OrdersOfCampaignState = z.infer<typeof OrdersOfCampaignSearch>

/** What the address of a list of all of somebody's orders says. `from` and `to` are days, both part of the list. */
export const allOrdersSearch = {
  ...pageSearch,
  search: textSearch,
  status: optional(z.enum(statuses)),
  campaignType: optional(z.enum(types)),
  from: daySearch,
  to: daySearch,
  sort: z.enum(sorts).default('createdAt').catch('createdAt'),
  order,
}
const AllOrdersSearch = z.object(allOrdersSearch)
export type AllOrdersState = z.infer<typeof AllOrdersSearch>

export const toOrdersQuery = ({ from, to, ...rest }: AllOrdersState) => ({
  ...rest,
  fromDate: from && startOfDay(from),
  toDate: to && startOfNextDay(to),
})

export const LeadsSearch = z.object({ ...pageSearch, stage: optional(z.enum(keysOf(stages))) })
export type LeadsState = z.infer<typeof LeadsSearch>

/** An instant, as the specification says, or a day of the reader's, as people type it: then the `edge` of that day. */
const instantSearch = (edge: (day: string) => string) =>
  optional(z.union([z.iso.datetime({ offset: true }), Day.transform(edge)]))

/** What everybody's campaigns and orders are narrowed and sorted by, as the specification names it. */
const adminFilters = {
  search: textSearch,
  userId: ownersSearch,
  campaignType: optional(z.enum(types)),
  fromDate: instantSearch(startOfDay),
  toDate: instantSearch(startOfNextDay),
  sort: z.enum(adminSorts).default('createdAt').catch('createdAt'),
  order,
}
const adminOrderFilters = {
  ...adminFilters,
  status: optional(z.enum(statuses)),
  internalStatus: optional(z.enum(keysOf(steps))),
}

export const adminOrdersSearch = { ...pageSearch, ...adminOrderFilters }

export const kindSearch = optional(z.enum(kinds))

export const adminTabSearch = z.enum(['campaigns', 'orders']).default('campaigns').catch('campaigns')

const AdminCampaignsSearch = z.object({ ...pageSearch, ...adminFilters })
export type AdminCampaignsState = z.infer<typeof AdminCampaignsSearch>
const AdminOrdersSearch = z.object({ ...adminOrdersSearch, kind: kindSearch })
export type AdminOrdersState = z.infer<typeof AdminOrdersSearch>

const pickBy =
  <Filter extends string>(filters: Record<Filter, unknown>) =>
  <State extends { [Key in Filter]?: unknown }>(state: State) =>
    Object.fromEntries(Object.entries(state).filter(([key]) => key in filters)) as Pick<State, Filter & keyof State>

/** What of an address the list of the campaigns is narrowed and sorted by; the filters of orders are none of it. */
export const toAdminCampaignFilters = pickBy(adminFilters)

export const toAdminOrderFilters = pickBy(adminOrderFilters)

export const toAdminOrdersQuery = ({ page, limit, ...state }: Omit<AdminOrdersState, 'kind'>) => ({
  page,
  limit,
  ...toAdminOrderFilters(state),
})

const aMoment = 1

/** The reader's day that a range begins on. */
export const toFirstDay = (fromDate: string) => dayOf(new Date(fromDate).getTime())

/** The last day that is part of a range, which ends before `toDate`. */
export const toLastDay = (toDate: string) => dayOf(new Date(toDate).getTime() - aMoment)
