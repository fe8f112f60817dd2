import type { AdminWebhook } from '@dooryard/contract/admin-webhooks'
import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { z } from 'zod'
import { ownersSearch, pageDefaults, pageSearch, textSearch } from '../../../lib/search-params.ts'
import { useUser } from '../../../lib/use-user.ts'
import { ScreenSkeleton } from '../../../ui/feedback/screen-skeleton.tsx'
import { useOnState } from '../../../ui/table/use-on-state.ts'

// Spelled out, because every screen loads what an address is read with, and none but one needs the rest of the contract.
const webhookStates = ['HEALTHY', 'FAILING', 'SLOW', 'DISABLED'] as const satisfies AdminWebhook['state'][]

const WebhooksSearch = z.object({
  ...pageSearch,
  // Of everybody's.
  search: textSearch,
  userId: ownersSearch,
  state: z.enum(webhookStates).optional().catch(undefined),
})

const WebhooksScreen = lazy(async () => ({
  default: (await import('../../../features/webhooks/list/webhooks-screen.tsx')).WebhooksScreen,
}))

export const Route = createFileRoute('/portal/webhooks/')({
  validateSearch: WebhooksSearch,
  search: { middlewares: [stripSearchParams(pageDefaults)] },
  component: function WebhooksRoute() {
    const all = Route.useSearch()
    const onState = useOnState()
    const isAdmin = useUser().role === 'SUPER_ADMIN'
    const { page, limit } = all
    return (
      <Suspense fallback={<ScreenSkeleton />}>
        {isAdmin ? (
          <WebhooksScreen scope="admin" state={all} onState={onState} />
        ) : (
          <WebhooksScreen scope="own" state={{ page, limit }} onState={onState} />
        )}
      </Suspense>
    )
  },
})
