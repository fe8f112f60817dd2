import type { Bucket, EntryType } from '@dooryard/contract/billing/credit-history'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { CreditHistoryScreen } from '../../../features/credit-history/credit-history-screen.tsx'
import { buildSearchOptions, daySearch, optionalParam, pageSearch } from '../../../lib/navigation/search-params.ts'
import { useOnTableStateChange } from '../../../ui/table/use-on-table-state-change.ts'

// Written out rather than imported: every screen loads the search parameter schemas, and only this one needs the rest
// of the contract.
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
  type: optionalParam(z.enum(Object.keys(types) as [EntryType, ...EntryType[]])),
  bucket: optionalParam(z.enum(buckets)),
  from: daySearch,
  to: daySearch,
  orderId: optionalParam(z.uuid()),
})

export const Route = createFileRoute('/portal/settings/credit-history')({
  ...buildSearchOptions(CreditHistorySearch),
  component: function CreditHistoryRoute() {
    return <CreditHistoryScreen state={Route.useSearch()} onState={useOnTableStateChange()} />
  },
})
