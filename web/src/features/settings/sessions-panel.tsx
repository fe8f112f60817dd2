import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { MonitorOff } from 'lucide-react'
import { Panel } from '../../ui/display/panel.tsx'
import { LoadFailure, StateView } from '../../ui/display/state-view.tsx'
import { askFirst } from '../../ui/shell/confirmations.tsx'
import type { OnState } from '../../ui/table/columns.ts'
import { Pagination } from '../../ui/table/pagination.tsx'
import { toastDone } from '../../ui/toasts/toasts.ts'
import classes from './account.module.css'
import { SessionRow } from './session-row.tsx'
import { sessionPage, useEndEverySession, useEndOtherSessions } from './settings.data.ts'

type SessionsPanelProps = { state: { page: number; limit: number }; onState: OnState; disabled: boolean }

const red = { color: 'red' }

/** Ends many sessions at once. */
function EndMany({ hasOthers, disabled }: { hasOthers: boolean; disabled: boolean }) {
  const others = useEndOtherSessions()
  const every = useEndEverySession()
  const askOthers = () =>
    askFirst({
      title: 'Sign out all others?',
      children: 'Every device but this one has to sign in again.',
      labels: { confirm: 'Sign out all others', cancel: 'Cancel' },
      confirmProps: red,
      onConfirm: () => others.mutate(undefined, { onSuccess: () => toastDone('All other devices are signed out') }),
    })
  const askEvery = () =>
    askFirst({
      title: 'Sign out everywhere?',
      children: 'Every device has to sign in again, this one too.',
      labels: { confirm: 'Sign out everywhere', cancel: 'Cancel' },
      confirmProps: red,
      onConfirm: () => every.mutate(),
    })
  return (
    <div className={classes.endMany}>
      <Button variant="default" disabled={disabled || !hasOthers} loading={others.isPending} onClick={askOthers}>
        Sign out all others
      </Button>
      <Button variant="default" disabled={disabled} loading={every.isPending} onClick={askEvery}>
        Sign out everywhere
      </Button>
    </div>
  )
}

function Loading() {
  return (
    <div role="status" aria-label="Loading your devices" className={classes.bones}>
      <Skeleton height={40} />
      <Skeleton height={40} />
      <Skeleton height={40} />
    </div>
  )
}

function NoneHere({ onFirst }: { onFirst: () => void }) {
  return (
    <StateView
      icon={MonitorOff}
      title="No devices on this page"
      action={
        <Button variant="default" onClick={onFirst}>
          First page
        </Button>
      }
    />
  )
}

function Sessions({ state, onState, disabled }: SessionsPanelProps) {
  const { data, error, refetch, isPlaceholderData } = useQuery(sessionPage(state))
  if (error && !data) return <LoadFailure what="Your devices" error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  return (
    <>
      {data.items.length === 0 ? (
        <NoneHere onFirst={() => onState({ page: 1 })} />
      ) : (
        <ul className={classes.sessions} aria-label="Devices" data-stale={isPlaceholderData || undefined}>
          {data.items.map((session) => (
            <SessionRow key={session.id} session={session} disabled={disabled} />
          ))}
        </ul>
      )}
      {data.totalPages > 1 && (
        <Pagination
          label="Devices"
          {...state}
          total={data.totalCount}
          last={data.totalPages}
          onChange={(change) => onState(change)}
        />
      )}
      <EndMany hasOthers={data.totalCount > 1} disabled={disabled} />
    </>
  )
}

/** Where the user is signed in, and how to end that. */
export function SessionsPanel(props: SessionsPanelProps) {
  return (
    <Panel title="Where you are signed in" flush>
      <Sessions {...props} />
    </Panel>
  )
}
