import type { User } from '@dooryard/contract/users'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Plus, Users } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { useUser } from '../../lib/use-user.ts'
import { StateView } from '../../ui/display/state-view.tsx'
import { useOnDemand } from '../../ui/hooks.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import type { OnState } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { userColumns } from './user-columns.tsx'
import { type UsersState, userPage } from './users-list.data.ts'

/** Asks for somebody new. */
function NewUser() {
  const [isAsked, setAsked] = useState(false)
  const close = () => setAsked(false)
  const [Dialog, load] = useOnDemand(async () => (await import('./new-user-dialog.tsx')).NewUserDialog, close)
  const ask = () => {
    if (!Dialog) load()
    setAsked(true)
  }
  return (
    <>
      <Button leftSection={<Plus size={16} aria-hidden="true" />} onClick={ask}>
        New user
      </Button>
      {Dialog && <Dialog opened={isAsked} onClose={close} />}
    </>
  )
}

/** Everybody who has an account, and the way to act as one of them. */
export function UsersScreen({
  state,
  onState,
}: {
  state: UsersState & { user?: string | undefined }
  onState: OnState
}) {
  const { user: shown, ...asked } = state
  const { id: adminId } = useUser()
  const [actingAs, setActingAs] = useState<User>()
  const [Drawer, loadDrawer] = useOnDemand(async () => (await import('./user-drawer.tsx')).UserDrawer)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for again with the next, where it could not be had
  useEffect(() => {
    if (shown && !Drawer) loadDrawer()
  }, [shown])
  const [Dialog, loadDialog] = useOnDemand(async () => (await import('./act-as-dialog.tsx')).ActAsDialog)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for again with the next, where it could not be had
  useEffect(() => {
    if (actingAs && !Dialog) loadDialog()
  }, [actingAs])
  // Other columns would be other cells, and the focus could not go back to a link that is gone.
  const columns = useMemo(() => userColumns({ adminId, onActAs: setActingAs }), [adminId])
  return (
    <>
      <PageHeader heading="Users" title="Users" lead="Everybody who has an account here." actions={<NewUser />} />
      <DataTable
        label="Users"
        columns={columns}
        result={useQuery(userPage(asked))}
        rowId={(user) => user.id}
        state={asked}
        onState={onState}
        searchBy="name, email or company"
        empty={<StateView icon={Users} title="Nobody has an account yet" />}
      />
      {Drawer && <Drawer userId={shown} onClose={() => onState({ user: undefined })} />}
      {Dialog && <Dialog user={actingAs} onClose={() => setActingAs(undefined)} />}
    </>
  )
}
