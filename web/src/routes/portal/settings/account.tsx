import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { AccountScreen } from '../../../features/settings/account-screen.tsx'
import { buildSearchOptions, pageSearch } from '../../../lib/navigation/search-params.ts'
import { useOnTableStateChange } from '../../../ui/table/use-on-table-state-change.ts'

export const Route = createFileRoute('/portal/settings/account')({
  ...buildSearchOptions(z.object(pageSearch)),
  component: function AccountRoute() {
    return <AccountScreen state={Route.useSearch()} onState={useOnTableStateChange()} />
  },
})
