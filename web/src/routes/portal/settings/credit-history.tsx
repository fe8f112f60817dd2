import type { Bucket, EntryType } from '@dooryard/contract/credit-history'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { CreditHistoryScreen } from '../../../features/credit-history/credit-history-screen.tsx'
import { daySearch, optional, pageSearch, searchBy } from '../../../lib/search-params.ts'
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
  type: optional(z.enum(Object.keys(types) as [EntryType, ...EntryType[]])),
  bucket: optional(z.enum(buckets)),
  from: daySearch,
  to: daySearch,
  orderId: optional(z.uuid()),
})

export const Route = createFileRoute('/portal/settings/credit-history')({
  ...searchBy(CreditHistorySearch),
  component: function CreditHistoryRoute() {
    return <CreditHistoryScreen state={Route.useSearch()} onState={useOnState()} />
  },
})
