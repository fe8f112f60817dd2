import type { User } from '@dooryard/contract/users'
import { useQuery } from '@tanstack/react-query'
import { Users } from 'lucide-react'
import { useState } from 'react'
import { useUser } from '../../lib/use-user.ts'
import { PageHeader } from '../../ui/parts/page-header.tsx'
import { StateView } from '../../ui/parts/state-view.tsx'
import type { OnState } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { useOnDemand } from '../../ui/use-on-demand.ts'
import { userColumns } from './user-columns.tsx'
import { type UsersState, userPage } from './users.data.ts'

/** Everybody who has an account, and the way to act as one of them. */
export function UsersScreen({ state, onState }: { state: UsersState; onState: OnState }) {
  const { id: adminId } = useUser()
  const [actingAs, setActingAs] = useState<User>()
  const [Dialog, loadDialog] = useOnDemand(async () => (await import('./act-as-dialog.tsx')).ActAsDialog)
  const ask = (user: User) => {
    if (!Dialog) loadDialog()
    setActingAs(user)
  }
  const columns = userColumns({ adminId, onActAs: ask })
  return (
    <>
      <PageHeader heading="Users" title="Users" lead="Everybody who has an account here." />
      <DataTable
        label="Users"
        columns={columns}
        result={useQuery(userPage(state))}
        rowId={(user) => user.id}
        state={state}
        onState={onState}
        searchBy="name, email or company"
        empty={<StateView icon={Users} title="Nobody has an account yet" />}
      />
      {Dialog && <Dialog user={actingAs} onClose={() => setActingAs(undefined)} />}
    </>
  )
}
