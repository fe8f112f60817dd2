import type { AuditEntry } from '@dooryard/contract/audit-log'
import { formatDay, formatTime, unknown } from '../../lib/format.ts'
import { TwoLines } from '../../ui/display/facts.tsx'
import type { Column } from '../../ui/table/columns.ts'

/** What stands for an actor that is no account; what came from no address was done by the system itself. */
export const formatNobody = ({ ipAddress }: AuditEntry) => (ipAddress ? 'Not known' : 'The system')

export const auditEntryColumns = {
  at: {
    id: 'at',
    header: 'When',
    width: 130,
    cell: ({ at }) => <TwoLines first={formatDay(at)} second={formatTime(at)} />,
  },
  reason: { id: 'reason', header: 'Reason', card: 'wide', cell: ({ reason }) => reason ?? unknown },
  ipAddress: { id: 'ipAddress', header: 'Address', card: 'none', cell: ({ ipAddress }) => ipAddress ?? unknown },
} satisfies Record<string, Column<AuditEntry>>
