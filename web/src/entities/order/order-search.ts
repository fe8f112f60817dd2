import type { CampaignType, LeadStage } from '@dooryard/contract/api/enums'
import type { adminListSorts } from '@dooryard/contract/orders/admin-campaigns'
import type { orderKinds } from '@dooryard/contract/orders/admin-orders'
import type { InternalStatus, UserFacingStatus } from '@dooryard/contract/orders/order'
import { z } from 'zod'
import { startOfDay, startOfNextDay, toCalendarDay } from '../../lib/format/days.ts'
import {
  Day,
  daySearch,
  optionalParam,
  ownersSearch,
  pageSearch,
  textSearch,
} from '../../lib/navigation/search-params.ts'

// Listed here instead of imported, because every screen loads the search schemas, and only one needs the rest of the
// contract.
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
const adminSorts = ['createdAt', 'updatedAt', 'totalPrice'] as const satisfies typeof adminListSorts
const kinds = ['ENTERPRISE', 'CONSUMER'] as const satisfies typeof orderKinds

const listKeys = <Key extends string>(all: Record<Key, true>) => Object.keys(all) as Key[] // there are no others

const order = z.enum(['asc', 'desc']).default('desc').catch('desc')

export const OrdersOfCampaignSearch = z.object({
  ...pageSearch,
  search: textSearch,
  status: optionalParam(z.enum(statuses)),
})
export type OrdersOfCampaignState = z.infer<typeof OrdersOfCampaignSearch>

/** The search parameters of a list of all orders of a user. `from` and `to` are inclusive days. */
export const allOrdersSearch = {
  ...pageSearch,
  search: textSearch,
  status: optionalParam(z.enum(statuses)),
  campaignType: optionalParam(z.enum(types)),
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

export const LeadsSearch = z.object({ ...pageSearch, stage: optionalParam(z.enum(listKeys(stages))) })
export type LeadsState = z.infer<typeof LeadsSearch>

/**
 * An instant, as the specification requires, or a day in the user's time zone, which becomes the `edge` of that day.
 */
export const instantSearch = (edge: (day: string) => string) =>
  optionalParam(z.union([z.iso.datetime({ offset: true }), Day.transform(edge)]))

/** The filters and sorting of the administrator's campaigns and orders, named as in the specification. */
const adminFilters = {
  search: textSearch,
  userId: ownersSearch,
  campaignType: optionalParam(z.enum(types)),
  fromDate: instantSearch(startOfDay),
  toDate: instantSearch(startOfNextDay),
  sort: z.enum(adminSorts).default('createdAt').catch('createdAt'),
  order,
}
const adminOrderFilters = {
  ...adminFilters,
  status: optionalParam(z.enum(statuses)),
  internalStatus: optionalParam(z.enum(listKeys(steps))),
}

export const adminOrdersSearch = { ...pageSearch, ...adminOrderFilters }

export const kindSearch = optionalParam(z.enum(kinds))

export const adminTabSearch = z.enum(['campaigns', 'orders']).default('campaigns').catch('campaigns')

const AdminCampaignsSearch = z.object({ ...pageSearch, ...adminFilters })
export type AdminCampaignsState = z.infer<typeof AdminCampaignsSearch>
const AdminOrdersSearch = z.object({ ...adminOrdersSearch, kind: kindSearch })
export type AdminOrdersState = z.infer<typeof AdminOrdersSearch>

const pickBy =
  <Filter extends string>(filters: Record<Filter, unknown>) =>
  <State extends { [Key in Filter]?: unknown }>(state: State) =>
    Object.fromEntries(Object.entries(state).filter(([key]) => key in filters)) as Pick<State, Filter & keyof State>

/** The filters and sorting for campaigns, without those that apply to orders only. */
export const toAdminCampaignFilters = pickBy(adminFilters)

export const toAdminOrderFilters = pickBy(adminOrderFilters)

export const toAdminOrdersQuery = ({ page, limit, ...state }: Omit<AdminOrdersState, 'kind'>) => ({
  page,
  limit,
  ...toAdminOrderFilters(state),
})

const millisecond = 1

/** The first day of a range in the user's time zone. */
export const toFirstDay = (fromDate: string) => toCalendarDay(new Date(fromDate).getTime())

/** The last day of a range, whose `toDate` is exclusive. */
export const toLastDay = (toDate: string) => toCalendarDay(new Date(toDate).getTime() - millisecond)
