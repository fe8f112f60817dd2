import type { Bucket, EntryType } from '@dooryard/contract/credit-history'
import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { z } from 'zod'
import { CreditHistoryScreen } from '../../../features/credit-history/credit-history-screen.tsx'
import { daySearch, pageDefaults, pageSearch } from '../../../lib/search-params.ts'
import { useOnState } from '../../../ui/table/use-on-state.ts'

// Spelled out, because every screen loads what an address is read with, and none but one needs the rest of the contract.
const types = {
  GRANT: true,
  PURCHASE: true,
  COUPON: true,
  HOLD: true,
  CAPTURE: true,
  RELEASE: true,
  REFUND: true,
  EXPIRE: true,
  ADJUST: true,
  MARK: true,
} satisfies Record<EntryType, true>
const buckets = ['SUBSCRIPTION', 'ON_DEMAND'] as const satisfies Bucket[]

const CreditHistorySearch = z.object({
  ...pageSearch,
  days: z
    .union([z.literal(30), z.literal(90)])
    .default(30)
    .catch(30),
  type: z
    .enum(Object.keys(types) as [EntryType, ...EntryType[]])
    .optional()
    .catch(undefined),
  bucket: z.enum(buckets).optional().catch(undefined),
  from: daySearch,
  to: daySearch,
  orderId: z.uuid().optional().catch(undefined),
})

export const Route = createFileRoute('/portal/settings/credit-history')({
  validateSearch: CreditHistorySearch,
  search: { middlewares: [stripSearchParams({ ...pageDefaults, days: 30 })] },
  component: function CreditHistoryRoute() {
    return <CreditHistoryScreen state={Route.useSearch()} onState={useOnState()} />
  },
})
