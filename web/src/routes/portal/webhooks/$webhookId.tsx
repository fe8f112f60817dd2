import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { WebhookScreen } from '../../../features/webhooks/details/webhook-screen.tsx'
import { toLogState } from '../../../features/webhooks/log/log-search.ts'
import { daySearch, pageSearch, searchBy, textSearch } from '../../../lib/search-params.ts'
import { useUser } from '../../../lib/use-user.ts'
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
  ...searchBy(LogSearch),
  component: function WebhookRoute() {
    const { webhookId } = Route.useParams()
    const scope = useUser().role === 'SUPER_ADMIN' ? 'admin' : 'own'
    const state = toLogState(Route.useSearch())
    // Another webhook is another screen: nothing that is open or revealed goes over to it.
    return <WebhookScreen key={webhookId} scope={scope} id={webhookId} state={state} onState={useOnState()} />
  },
})
