import { type AuditEntry, auditActions } from '@dooryard/contract/audit-log'
import { Link } from '@tanstack/react-router'
import { formatDay, formatTime } from '../../lib/format.ts'
import { TwoLines } from '../../ui/display/facts.tsx'
import { columnsOf } from '../../ui/table/columns.ts'
import classes from './audit-log.module.css'
import { ObjectName } from './object-name.tsx'
import { Actor } from './party.tsx'

const column = columnsOf<AuditEntry>()

/** The columns of the audit log. */
export const auditColumns = column.columns([
  column.accessor('at', {
    header: 'When',
    meta: { width: 130 },
    cell: ({ getValue }) => <TwoLines first={formatDay(getValue())} second={formatTime(getValue())} />,
  }),
  column.accessor('action', {
    header: 'What',
    meta: { card: 'title' },
    cell: ({ row: { original } }) => (
      <Link
        from="/portal/audit-log"
        to="/portal/audit-log"
        search={(old) => ({ ...old, entry: Number(original.id) })}
        resetScroll={false}
        data-row-link
      >
        {auditActions[original.action]}
      </Link>
    ),
  }),
  column.accessor('actor', {
    header: 'Who',
    meta: { card: 'wide', share: 20 },
    cell: ({ row: { original } }) => <Actor entry={original} />,
  }),
  column.accessor('object', {
    header: 'To what',
    meta: { share: 16 },
    cell: ({ row: { original } }) => <ObjectName entry={original} />,
  }),
  column.accessor('reason', {
    header: 'Reason',
    meta: { card: 'wide', share: 20 },
    cell: ({ getValue }) => <span className={classes.reason}>{getValue() ?? '–'}</span>,
  }),
  column.accessor('ipAddress', {
    header: 'Address',
    meta: { card: 'none', share: 11 },
    cell: ({ getValue }) => getValue() ?? '–',
  }),
])
