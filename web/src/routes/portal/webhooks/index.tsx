import type { AdminWebhook } from '@dooryard/contract/integrations/admin-webhooks'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { WebhooksScreen } from '../../../features/webhooks/list/webhooks-screen.tsx'
import {
  buildSearchOptions,
  optionalParam,
  ownersSearch,
  pageSearch,
  textSearch,
} from '../../../lib/navigation/search-params.ts'
import { useUser } from '../../../lib/session/use-user.ts'
import { useOnTableStateChange } from '../../../ui/table/use-on-table-state-change.ts'

// Written out rather than imported: every screen loads the search parameter schemas, and only this one needs the rest
// of the contract.
const webhookStates = ['HEALTHY', 'FAILING', 'SLOW', 'DISABLED'] as const satisfies AdminWebhook['state'][]

const WebhooksSearch = z.object({
  ...pageSearch,
  // Only in the administrator's list.
  search: textSearch,
  userId: ownersSearch,
  state: optionalParam(z.enum(webhookStates)),
})

export const Route = createFileRoute('/portal/webhooks/')({
  ...buildSearchOptions(WebhooksSearch),
  component: function WebhooksRoute() {
    const state = Route.useSearch()
    const onState = useOnTableStateChange()
    if (useUser().role === 'SUPER_ADMIN') return <WebhooksScreen scope="admin" state={state} onState={onState} />
    const { page, limit } = state
    return <WebhooksScreen scope="own" state={{ page, limit }} onState={onState} />
  },
})
