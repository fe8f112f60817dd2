import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { AccountScreen } from '../../../features/settings/account-screen.tsx'
import { pageSearch, searchBy } from '../../../lib/search-params.ts'
import { useOnState } from '../../../ui/table/use-on-state.ts'

export const Route = createFileRoute('/portal/settings/account')({
  ...searchBy(z.object(pageSearch)),
  component: function AccountRoute() {
    return <AccountScreen state={Route.useSearch()} onState={useOnState()} />
  },
})
