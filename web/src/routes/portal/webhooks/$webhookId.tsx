import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { z } from 'zod'
import { toLogState } from '../../../features/webhooks/log/log-search.ts'
import { daySearch, pageDefaults, pageSearch, textSearch } from '../../../lib/search-params.ts'
import { useUser } from '../../../lib/use-user.ts'
import { ScreenSkeleton } from '../../../ui/feedback/screen-skeleton.tsx'
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

const WebhookScreen = lazy(async () => ({
  default: (await import('../../../features/webhooks/details/webhook-screen.tsx')).WebhookScreen,
}))

export const Route = createFileRoute('/portal/webhooks/$webhookId')({
  validateSearch: LogSearch,
  search: { middlewares: [stripSearchParams(pageDefaults)] },
  component: function WebhookRoute() {
    const { webhookId } = Route.useParams()
    const scope = useUser().role === 'SUPER_ADMIN' ? 'admin' : 'own'
    return (
      <Suspense fallback={<ScreenSkeleton />}>
        {/* Another webhook is another screen: nothing that is open or revealed goes over to it. */}
        <WebhookScreen
          key={webhookId}
          scope={scope}
          id={webhookId}
          state={toLogState(Route.useSearch())}
          onState={useOnState()}
        />
      </Suspense>
    )
  },
})
