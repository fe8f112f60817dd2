import { toAdminOrderAccess } from '../../../entities/order/admin-order-access.ts'
import { DownloadButton } from '../../../entities/order/download-button.tsx'
import type { OrderRow } from '../../../entities/order/order-columns.tsx'

/** The action of an order in an administrator's lists. */
export const adminActionColumn = {
  cell: (order: OrderRow) => <DownloadButton order={order} access={toAdminOrderAccess(order)} />,
}
