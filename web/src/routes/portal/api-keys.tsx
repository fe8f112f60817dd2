import type { AdminApiKey } from '@dooryard/contract/integrations/admin-api-keys'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { ApiKeysScreen } from '../../features/api-keys/api-keys-screen.tsx'
import { keySearch } from '../../features/api-keys/key-search.ts'
import { buildSearchOptions, optionalParam, ownersSearch, pageSearch } from '../../lib/navigation/search-params.ts'
import { useUser } from '../../lib/session/use-user.ts'
import { useOnTableStateChange } from '../../ui/table/use-on-table-state-change.ts'

// Written out rather than imported: every screen loads the search parameter schemas, and only this one needs the rest
// of the contract.
const keyStates = ['ACTIVE', 'EXPIRED', 'REVOKED'] as const satisfies AdminApiKey['state'][]

const ApiKeysSearch = z.object({
  ...pageSearch,
  key: optionalParam(z.uuid()),
  // Only in the administrator's list.
  search: keySearch,
  userId: ownersSearch,
  state: optionalParam(z.enum(keyStates)),
})

export const Route = createFileRoute('/portal/api-keys')({
  ...buildSearchOptions(ApiKeysSearch),
  component: function ApiKeysRoute() {
    const state = Route.useSearch()
    const onState = useOnTableStateChange()
    if (useUser().role === 'SUPER_ADMIN') return <ApiKeysScreen scope="admin" state={state} onState={onState} />
    const { page, limit, key } = state
    return <ApiKeysScreen scope="own" state={{ page, limit, key }} onState={onState} />
  },
})
