import type { AdminApiKey } from '@dooryard/contract/admin-api-keys'
import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { z } from 'zod'
import { keySearch } from '../../features/api-keys/key-search.ts'
import { ownersSearch, pageDefaults, pageSearch } from '../../lib/search-params.ts'
import { useUser } from '../../lib/use-user.ts'
import { ScreenSkeleton } from '../../ui/feedback/screen-skeleton.tsx'
import { useOnState } from '../../ui/table/use-on-state.ts'

// Spelled out, because every screen loads what an address is read with, and none but one needs the rest of the contract.
const keyStates = ['ACTIVE', 'EXPIRED', 'REVOKED'] as const satisfies AdminApiKey['state'][]

const ApiKeysSearch = z.object({
  ...pageSearch,
  key: z.uuid().optional().catch(undefined),
  // Of everybody's.
  search: keySearch,
  userId: ownersSearch,
  state: z.enum(keyStates).optional().catch(undefined),
})

const ApiKeysScreen = lazy(async () => ({
  default: (await import('../../features/api-keys/api-keys-screen.tsx')).ApiKeysScreen,
}))

export const Route = createFileRoute('/portal/api-keys')({
  validateSearch: ApiKeysSearch,
  search: { middlewares: [stripSearchParams(pageDefaults)] },
  component: function ApiKeysRoute() {
    const all = Route.useSearch()
    const onState = useOnState()
    const isAdmin = useUser().role === 'SUPER_ADMIN'
    const { page, limit, key } = all
    return (
      <Suspense fallback={<ScreenSkeleton />}>
        {isAdmin ? (
          <ApiKeysScreen scope="admin" state={all} onState={onState} />
        ) : (
          <ApiKeysScreen scope="own" state={{ page, limit, key }} onState={onState} />
        )}
      </Suspense>
    )
  },
})
