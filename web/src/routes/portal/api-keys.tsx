import type { AdminApiKey } from '@dooryard/contract/admin-api-keys'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { ApiKeysScreen } from '../../features/api-keys/api-keys-screen.tsx'
import { keySearch } from '../../features/api-keys/key-search.ts'
import { optional, ownersSearch, pageSearch, searchBy } from '../../lib/search-params.ts'
import { useUser } from '../../lib/use-user.ts'
import { useOnState } from '../../ui/table/use-on-state.ts'

// Spelled out, because every screen loads what an address is read with, and none but one needs the rest of the contract.
const keyStates = ['ACTIVE', 'EXPIRED', 'REVOKED'] as const satisfies AdminApiKey['state'][]

const ApiKeysSearch = z.object({
  ...pageSearch,
  key: optional(z.uuid()),
  // Of everybody's.
  search: keySearch,
  userId: ownersSearch,
  state: optional(z.enum(keyStates)),
})

export const Route = createFileRoute('/portal/api-keys')({
  ...searchBy(ApiKeysSearch),
  component: function ApiKeysRoute() {
    const state = Route.useSearch()
    const onState = useOnState()
    if (useUser().role === 'SUPER_ADMIN') return <ApiKeysScreen scope="admin" state={state} onState={onState} />
    const { page, limit, key } = state
    return <ApiKeysScreen scope="own" state={{ page, limit, key }} onState={onState} />
  },
})
