import type { PageResult } from '@dooryard/contract/api/paging'
import type { InternalStatus, ListedOrder } from '@dooryard/contract/orders/order'

export const orderStepLabels: Record<InternalStatus, string> = {
  QUEUED: 'Order placed',
  SELECTING: 'Selecting leads',
  TRACING: 'Finding phone numbers',
  SCRUBBING: 'Scrubbing against do-not-call lists',
  ASSEMBLING: 'Building CSV',
  READY: 'Ready to download',
  FAILED: 'Failed',
  CANCELLED: 'Cancelled',
}

type OrderWithStatus = Pick<ListedOrder, 'userFacingStatus'>

export const isOrderInProgress = ({ userFacingStatus }: OrderWithStatus) =>
  userFacingStatus === 'PENDING' || userFacingStatus === 'PROCESSING'

const refetchIntervalMs = 3000

/** Refetches a list of orders while one of them is in progress. */
export const refetchWhileInProgress = ({ state }: { state: { data?: PageResult<ListedOrder> | undefined } }) =>
  state.data?.items.some((order) => isOrderInProgress(order) || order.isRefreshing) ? refetchIntervalMs : false
