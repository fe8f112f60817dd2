import type { AuditEntry } from '@dooryard/contract/admin/audit-log'
import { emptyValue, formatDay, formatTime } from '../../lib/format/format.ts'
import { TextWithDescription } from '../../ui/display/description-list.tsx'
import { Instant } from '../../ui/display/instant.tsx'
import type { Column } from '../../ui/table/columns.ts'

/** The label of an actor without an account. An entry without an IP address was made by the system. */
export const formatUnknownActor = ({ ipAddress }: AuditEntry) => (ipAddress ? 'Not known' : 'The system')

export const auditEntryColumns = {
  at: {
    id: 'at',
    header: 'When',
    width: 130,
    cell: ({ at }) => <TextWithDescription first={formatDay(at)} second={<Instant at={at} format={formatTime} />} />,
  },
  reason: { id: 'reason', header: 'Reason', card: 'wide', cell: ({ reason }) => reason ?? emptyValue },
  ipAddress: { id: 'ipAddress', header: 'Address', card: 'none', cell: ({ ipAddress }) => ipAddress ?? emptyValue },
} satisfies Record<string, Column<AuditEntry>>
