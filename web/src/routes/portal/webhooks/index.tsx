import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { z } from 'zod'
import { WebhooksScreen } from '../../../features/webhooks/webhooks-screen.tsx'
import { pageDefaults, pageSearch } from '../../../lib/search-params.ts'
import { useOnState } from '../../../ui/table/use-on-state.ts'

const WebhooksSearch = z.object({ ...pageSearch })

export const Route = createFileRoute('/portal/webhooks/')({
  validateSearch: WebhooksSearch,
  search: { middlewares: [stripSearchParams(pageDefaults)] },
  component: function WebhooksRoute() {
    return <WebhooksScreen state={Route.useSearch()} onState={useOnState()} />
  },
})
