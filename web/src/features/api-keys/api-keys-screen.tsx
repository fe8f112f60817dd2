import { mostApiKeys } from '@dooryard/contract/api-keys'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { KeyRound, Plus } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { nameOf } from '../../lib/names.ts'
import { useIsActing } from '../../lib/use-is-acting.ts'
import { useUser } from '../../lib/use-user.ts'
import { Notice } from '../../ui/display/panel.tsx'
import { StateView } from '../../ui/display/state-view.tsx'
import { useOnDemand } from '../../ui/hooks.ts'
import { PageHeader } from '../../ui/layout/page-header.tsx'
import type { OnState } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { apiKeyPage } from './api-keys.data.ts'
import classes from './api-keys.module.css'
import { keyColumns } from './key-columns.tsx'
import type { Task } from './key-dialogs.tsx'

type ApiKeysProps = { state: { page: number; limit: number; key?: string | undefined }; onState: OnState }

const lead = (
  <>
    Let your programs count, order and download, each with no more than it needs. See{' '}
    <Link className={classes.link} to="/portal/integration">
      a first call
    </Link>
    , the{' '}
    <Link className={classes.link} to="/portal/api-reference">
      API reference
    </Link>{' '}
    and{' '}
    <Link className={classes.link} to="/portal/webhooks">
      webhooks
    </Link>
    .
  </>
)

/** What stands above the list: who may not change it, or that there is no room for another. */
function Notices({ isActing, isFull }: { isActing: boolean; isFull: boolean }) {
  const user = useUser()
  if (isActing)
    return <Notice tone="warn">You are acting as {nameOf(user)}. Their API keys are theirs alone to change.</Notice>
  if (!isFull) return null
  return (
    <Notice tone="info">You have {mostApiKeys} API keys, the most there can be. Revoke one to make another.</Notice>
  )
}

/** The keys of the user's programs: what each may do, how it is used, and its end. */
export function ApiKeysScreen({ state: { key, ...asked }, onState }: ApiKeysProps) {
  const [task, setTask] = useState<Task>()
  const isActing = useIsActing()
  const result = useQuery(apiKeyPage(asked))
  const count = result.data?.totalCount ?? 0
  const isFull = count >= mostApiKeys
  // The same at each render: other columns would be other cells, and the focus could not go back to what is gone.
  const columns = useMemo(
    () => keyColumns({ disabled: isActing, onAct: (act, of) => setTask({ act, key: of }) }),
    [isActing],
  )
  const [Dialogs, loadDialogs] = useOnDemand(async () => (await import('./key-dialogs.tsx')).KeyDialogs)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for again with the next, where it could not be had
  useEffect(() => {
    if (task && !Dialogs) loadDialogs()
  }, [task])
  const closeDrawer = () => onState({ key: undefined })
  const [Drawer, loadDrawer] = useOnDemand(async () => (await import('./key-drawer.tsx')).KeyDrawer, closeDrawer)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked for with each key, where it is not here yet
  useEffect(() => {
    if (key && !Drawer) loadDrawer()
  }, [key])
  const make = (
    <Button
      leftSection={<Plus size={16} aria-hidden="true" />}
      disabled={isActing || isFull}
      onClick={() => setTask({ act: 'make' })}
    >
      New API key
    </Button>
  )
  return (
    <>
      <PageHeader heading="API keys" title="API Keys" lead={lead} actions={count > 0 && make} />
      <div className={classes.screen}>
        <Notices isActing={isActing} isFull={isFull} />
        <DataTable
          label="API keys"
          columns={columns}
          result={result}
          rowId={({ id }) => id}
          state={asked}
          onState={onState}
          empty={
            <StateView
              icon={KeyRound}
              title="No API keys yet"
              text="A key lets one of your programs use the API. You choose what it may do, and can revoke it at any time."
              action={make}
            />
          }
        />
      </div>
      {Drawer && <Drawer id={key} onClose={closeDrawer} />}
      {Dialogs && <Dialogs task={task} onTask={setTask} />}
    </>
  )
}
