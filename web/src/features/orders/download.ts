import { orders } from '@dooryard/contract/orders'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { saveFrom } from '../../lib/save-file.ts'
import type { OrderIds } from './orders.data.ts'

/** Fetches the short-lived link to an order's list and lets the browser save it. */
export const useDownload = () =>
  useMutation({
    meta: { quiet: true },
    mutationFn: (ids: OrderIds) => api.call(orders.download, { params: ids }),
    onSuccess: ({ url }, { orderId }) => saveFrom(url, `order-${orderId}-${new Date().toISOString().slice(0, 10)}.csv`),
    onError: (error) => console.error('Download failed', error),
  })
