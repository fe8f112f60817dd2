import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { z } from 'zod'
import { AccountScreen } from '../../../features/settings/account-screen.tsx'
import { pageDefaults, pageSearch } from '../../../lib/search-params.ts'
import { useOnState } from '../../../ui/table/use-on-state.ts'

export const Route = createFileRoute('/portal/settings/account')({
  validateSearch: z.object(pageSearch),
  search: { middlewares: [stripSearchParams(pageDefaults)] },
  component: function AccountRoute() {
    return <AccountScreen state={Route.useSearch()} onState={useOnState()} />
  },
})
