import type { z } from 'zod'
import { enumWithLabels } from '../api/enums.ts'

export const apiScopes = enumWithLabels({
  'counts:read': ['Count and quote', 'Count the leads that match criteria, and get the price; free'],
  'orders:read': ['Read orders', 'List and read orders with their leads, and download their files'],
  'orders:write': ['Place orders', 'Place orders, which spends credits, and cancel pending ones'],
})
export type ApiScope = z.infer<typeof apiScopes.schema>
