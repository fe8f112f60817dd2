import { SortOrder } from '@dooryard/contract/api/paging'
import { Role } from '@dooryard/contract/api/roles'
import type { UserQuery, UserState } from '@dooryard/contract/identity/admin/admin-users'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { UsersScreen } from '../../../features/users/users-screen.tsx'
import { buildSearchOptions, optionalParam, pageSearch, textSearch } from '../../../lib/navigation/search-params.ts'
import { useOnTableStateChange } from '../../../ui/table/use-on-table-state-change.ts'

// Written out rather than imported: every screen loads the search parameter schemas, and only this one needs the rest
// of the contract.
const userSorts = ['name', 'createdAt'] as const satisfies UserQuery['sort'][]

const userStates = ['ACTIVE', 'UNVERIFIED', 'INVITED', 'DEACTIVATED'] as const satisfies UserState[]

const UsersSearch = z.object({
  ...pageSearch,
  sort: z.enum(userSorts).default('createdAt').catch('createdAt'),
  order: SortOrder.default('desc').catch('desc'),
  search: textSearch,
  roles: optionalParam(z.union([z.array(Role), Role.transform((one) => [one])])),
  state: optionalParam(z.enum(userStates)),
  user: optionalParam(z.uuid()),
})

export const Route = createFileRoute('/portal/users/')({
  ...buildSearchOptions(UsersSearch),
  component: function UsersRoute() {
    return <UsersScreen state={Route.useSearch()} onState={useOnTableStateChange()} />
  },
})
