import type { UserQuery } from '@dooryard/contract/admin-users'
import { SortOrder } from '@dooryard/contract/paging'
import { Role } from '@dooryard/contract/roles'
import { createFileRoute, stripSearchParams } from '@tanstack/react-router'
import { z } from 'zod'
import { UsersScreen } from '../../../features/users/users-screen.tsx'
import { pageDefaults, pageSearch, textSearch } from '../../../lib/search-params.ts'
import { useOnState } from '../../../ui/table/use-on-state.ts'

// Spelled out, because every screen loads what an address is read with, and none but one needs the rest of the contract.
const userSorts = ['name', 'createdAt'] as const satisfies UserQuery['sort'][]

const UsersSearch = z.object({
  ...pageSearch,
  sort: z.enum(userSorts).default('createdAt').catch('createdAt'),
  order: SortOrder.default('desc').catch('desc'),
  search: textSearch,
  roles: z
    .union([z.array(Role), Role.transform((one) => [one])])
    .optional()
    .catch(undefined),
  user: z.uuid().optional().catch(undefined),
})

export const Route = createFileRoute('/portal/users/')({
  validateSearch: UsersSearch,
  search: { middlewares: [stripSearchParams({ ...pageDefaults, sort: 'createdAt', order: 'desc' })] },
  component: function UsersRoute() {
    return <UsersScreen state={Route.useSearch()} onState={useOnState()} />
  },
})
