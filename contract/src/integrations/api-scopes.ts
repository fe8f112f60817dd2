import type { z } from 'zod'
import { enumWithLabels } from '../api/enums.ts'

export const apiScopes = enumWithLabels({
  'counts:read': ['Count and quote', 'Count the leads that match criteria, and get the price; free'],
  'orders:read': [
    'Read orders',
    'List and read orders with their leads, download their files, and list suppression lists',
  ],
  'orders:write': [
    'Place orders',
    'Place orders, which spends credits, cancel pending ones, and change suppression lists',
  ],
})
export type ApiScope = z.infer<typeof apiScopes.schema>
