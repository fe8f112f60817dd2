import type { AdminOrder } from '@dooryard/contract/admin-orders'
import { adminDesk } from './admin-order.data.ts'
import { DownloadButton } from './download-button.tsx'
import { expireDateOf } from './expiry.ts'

function Download({ order }: { order: AdminOrder }) {
  return <DownloadButton order={order} desk={adminDesk(order.id, order.campaignId)} />
}

/** What a table of orders that are not the reader's own says of their lists. */
export const anybodysList = { expireDateOf, Download }
