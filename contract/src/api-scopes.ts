import type { z } from 'zod'
import { vocabulary } from './vocabularies.ts'

export const apiScopes = vocabulary({
  'counts:read': ['Count and quote', 'Ask what an order of some criteria could deliver and would cost; free'],
  'orders:read': ['Read orders', 'List orders, read one with its leads, and download its file'],
  'orders:write': ['Place orders', 'Place orders, which spends credits, and cancel those still pending'],
})
export type ApiScope = z.infer<typeof apiScopes.schema>
