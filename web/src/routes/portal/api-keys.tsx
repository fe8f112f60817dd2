import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { z } from 'zod'
import { ApiKeysScreen } from '../../features/api-keys/api-keys-screen.tsx'
import { pageDefaults, pageSearch } from '../../lib/search-params.ts'
import { useOnState } from '../../ui/table/use-on-state.ts'

const ApiKeysSearch = z.object({ ...pageSearch, key: z.uuid().optional().catch(undefined) })

export const Route = createFileRoute('/portal/api-keys')({
  validateSearch: ApiKeysSearch,
  search: { middlewares: [stripSearchParams(pageDefaults)] },
  component: function ApiKeysRoute() {
    return <ApiKeysScreen state={Route.useSearch()} onState={useOnState()} />
  },
})
