import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { z } from 'zod'
import { logStateOf } from '../../../features/webhooks/log-search.ts'
import { WebhookScreen } from '../../../features/webhooks/webhook-screen.tsx'
import { daySearch, pageDefaults, pageSearch, textSearch } from '../../../lib/search-params.ts'
import { useOnState } from '../../../ui/table/use-on-state.ts'

const LogSearch = z.object({
  ...pageSearch,
  // Which of these there are is for the screen to know: every other would load their lists as well.
  status: textSearch,
  eventType: textSearch,
  search: textSearch,
  from: daySearch,
  to: daySearch,
  attempt: textSearch,
})

export const Route = createFileRoute('/portal/webhooks/$webhookId')({
  validateSearch: LogSearch,
  search: { middlewares: [stripSearchParams(pageDefaults)] },
  component: function WebhookRoute() {
    const { webhookId } = Route.useParams()
    // Another webhook is another screen: nothing that is open or revealed goes over to it.
    return <WebhookScreen key={webhookId} id={webhookId} state={logStateOf(Route.useSearch())} onState={useOnState()} />
  },
})
