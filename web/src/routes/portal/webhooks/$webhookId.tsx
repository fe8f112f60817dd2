import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { WebhookScreen } from '../../../features/webhooks/details/webhook-screen.tsx'
import { toLogState } from '../../../features/webhooks/log/log-search.ts'
import { buildSearchOptions, daySearch, pageSearch, textSearch } from '../../../lib/navigation/search-params.ts'
import { useUser } from '../../../lib/session/use-user.ts'
import { ScreenNotFound } from '../../../ui/feedback/not-found-screen.tsx'
import { requireIds } from '../../../ui/layout/require-ids.ts'
import { useOnTableStateChange } from '../../../ui/table/use-on-table-state-change.ts'

const LogSearch = z.object({
  ...pageSearch,
  // Validated by the screen: otherwise every screen would load these lists.
  status: textSearch,
  eventType: textSearch,
  search: textSearch,
  from: daySearch,
  to: daySearch,
  attempt: textSearch,
})

export const Route = createFileRoute('/portal/webhooks/$webhookId')({
  ...buildSearchOptions(LogSearch),
  loader: ({ params }) => requireIds(params),
  notFoundComponent: ScreenNotFound,
  component: function WebhookRoute() {
    const { webhookId } = Route.useParams()
    const scope = useUser().role === 'SUPER_ADMIN' ? 'admin' : 'own'
    const state = toLogState(Route.useSearch())
    // Another webhook mounts a new screen: nothing that is open or revealed carries over.
    return (
      <WebhookScreen key={webhookId} scope={scope} id={webhookId} state={state} onState={useOnTableStateChange()} />
    )
  },
})
