import type { Session } from '@dooryard/contract/account'
import { useQuery } from '@tanstack/react-query'
import { MonitorOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { deviceOf } from '../../lib/device.ts'
import { formatAgo, formatDay, formatDayAndTime } from '../../lib/format.ts'
import { Tag } from '../../ui/display/badges.tsx'
import { StateView } from '../../ui/display/state-view.tsx'
import { columnsOf, type OnState } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { type ListState, sessionPage } from './statistics.data.ts'
import classes from './statistics.module.css'

const column = columnsOf<Session>()

const columns = column.columns([
  column.accessor('userAgent', {
    header: 'Device',
    meta: { card: 'title', share: 40 },
    cell: ({ getValue, row: { original } }) => (
      <span className={classes.device} title={getValue()}>
        {deviceOf(getValue()).name}
        {original.impersonation && <Tag tone="warn">Support: {original.impersonation.adminEmail}</Tag>}
      </span>
    ),
  }),
  column.accessor('ipAddress', { header: 'Address' }),
  column.accessor('createdAt', { header: 'Signed in', cell: ({ getValue }) => formatDayAndTime(getValue()) }),
  column.accessor('lastSeenAt', { header: 'Last seen', cell: ({ getValue }) => formatAgo(Date.parse(getValue())) }),
  column.accessor('endsBy', {
    header: 'Expires by',
    cell: ({ getValue, row: { original } }) => (original.impersonation ? formatDayAndTime : formatDay)(getValue()),
  }),
])

type SessionsProps = { userId: string; state: ListState; onState: OnState; signOut: ReactNode }

/** Where the user is signed in, and the way to end that. */
export function SessionsTab({ userId, state, onState, signOut }: SessionsProps) {
  const result = useQuery(sessionPage(userId, state))
  return (
    <div className={classes.list}>
      <div className={classes.heading}>
        <h2>Sessions</h2>
        {signOut}
      </div>
      <DataTable
        label="Sessions"
        columns={columns}
        result={result}
        rowId={({ id }) => id}
        state={state}
        onState={onState}
        empty={<StateView icon={MonitorOff} title="Not signed in anywhere" />}
      />
    </div>
  )
}
