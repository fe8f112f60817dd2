import type { UserQuery } from '@dooryard/contract/admin-users'
import { SortOrder } from '@dooryard/contract/paging'
import { Role } from '@dooryard/contract/roles'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { UsersScreen } from '../../../features/users/users-screen.tsx'
import { optional, pageSearch, searchBy, textSearch } from '../../../lib/search-params.ts'
import { useOnState } from '../../../ui/table/use-on-state.ts'

// Spelled out, because every screen loads what an address is read with, and none but one needs the rest of the contract.
const userSorts = ['name', 'createdAt'] as const satisfies UserQuery['sort'][]

const UsersSearch = z.object({
  ...pageSearch,
  sort: z.enum(userSorts).default('createdAt').catch('createdAt'),
  order: SortOrder.default('desc').catch('desc'),
  search: textSearch,
  roles: optional(z.union([z.array(Role), Role.transform((one) => [one])])),
  user: optional(z.uuid()),
})

export const Route = createFileRoute('/portal/users/')({
  ...searchBy(UsersSearch),
  component: function UsersRoute() {
    return <UsersScreen state={Route.useSearch()} onState={useOnState()} />
  },
})
