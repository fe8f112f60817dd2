import type { AdminWebhook } from '@dooryard/contract/admin-webhooks'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { WebhooksScreen } from '../../../features/webhooks/list/webhooks-screen.tsx'
import { optional, ownersSearch, pageSearch, searchBy, textSearch } from '../../../lib/search-params.ts'
import { useUser } from '../../../lib/use-user.ts'
import { useOnState } from '../../../ui/table/use-on-state.ts'

// Spelled out, because every screen loads what an address is read with, and none but one needs the rest of the contract.
const webhookStates = ['HEALTHY', 'FAILING', 'SLOW', 'DISABLED'] as const satisfies AdminWebhook['state'][]

const WebhooksSearch = z.object({
  ...pageSearch,
  // Of everybody's.
  search: textSearch,
  userId: ownersSearch,
  state: optional(z.enum(webhookStates)),
})

export const Route = createFileRoute('/portal/webhooks/')({
  ...searchBy(WebhooksSearch),
  component: function WebhooksRoute() {
    const state = Route.useSearch()
    const onState = useOnState()
    if (useUser().role === 'SUPER_ADMIN') return <WebhooksScreen scope="admin" state={state} onState={onState} />
    const { page, limit } = state
    return <WebhooksScreen scope="own" state={{ page, limit }} onState={onState} />
  },
})
