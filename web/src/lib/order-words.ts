import type { InternalStatus, ListedOrder } from '@dooryard/contract/order'
import type { PageOf } from '@dooryard/contract/paging'

export const stepWords: Record<InternalStatus, string> = {
  QUEUED: 'Order placed',
  SELECTING: 'Choosing the leads',
  TRACING: 'Finding phone numbers',
  SCRUBBING: 'Checking the do-not-call registries',
  ASSEMBLING: 'Writing the file',
  READY: 'Ready to download',
  FAILED: 'Failed',
  CANCELLED: 'Cancelled',
}

type Told = Pick<ListedOrder, 'userFacingStatus'>

export const isUnderWay = ({ userFacingStatus }: Told) =>
  userFacingStatus === 'PENDING' || userFacingStatus === 'PROCESSING'

const lookEveryMs = 3000

/** Has a list of orders asked for again and again as long as one of them is under way. */
export const whileUnderWay = ({ state }: { state: { data?: PageOf<ListedOrder> | undefined } }) =>
  state.data?.items.some((order) => isUnderWay(order) || order.isRefreshing) ? lookEveryMs : false
