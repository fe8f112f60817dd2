import { type AuditEntry, auditActions } from '@dooryard/contract/audit-log'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ScrollText } from 'lucide-react'
import { formatDay, formatTime, unknown } from '../../lib/format.ts'
import { TwoLines } from '../../ui/display/facts.tsx'
import { LinkButton } from '../../ui/display/links.tsx'
import { Segments } from '../../ui/display/segments.tsx'
import { StateView } from '../../ui/display/state-view.tsx'
import { columnsOf, type OnState } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { auditPage, type ListState, type Side } from './statistics.data.ts'
import classes from './statistics.module.css'

const column = columnsOf<AuditEntry>()

/** Who did it, and as whom. What came from no address was done by the system itself. */
function whoOf({ actor, onBehalfOf, ipAddress }: AuditEntry): string {
  if (!actor) return ipAddress ? 'Not known' : 'The system'
  const who = actor.email ?? 'A closed account'
  return onBehalfOf ? `${who} as ${onBehalfOf.email ?? 'a closed account'}` : who
}

const columns = column.columns([
  column.accessor('at', {
    header: 'When',
    meta: { width: 130 },
    cell: ({ getValue }) => <TwoLines first={formatDay(getValue())} second={formatTime(getValue())} />,
  }),
  column.accessor('action', {
    header: 'What',
    meta: { card: 'title' },
    cell: ({ row: { original } }) => (
      <Link to="/portal/audit-log" search={{ entry: Number(original.id) }} data-row-link>
        {auditActions[original.action]}
      </Link>
    ),
  }),
  column.accessor(whoOf, { id: 'who', header: 'Who', meta: { card: 'wide', share: 28 } }),
  column.accessor('reason', {
    header: 'Reason',
    meta: { card: 'wide', share: 28 },
    cell: ({ getValue }) => getValue() ?? unknown,
  }),
  column.accessor('ipAddress', {
    header: 'Address',
    meta: { card: 'none', share: 12 },
    cell: ({ getValue }) => getValue() ?? unknown,
  }),
])

const choices: { value: Side; label: string }[] = [
  { value: 'by', label: 'By or about them' },
  { value: 'to', label: 'To their account' },
]

const nothing: Record<Side, string> = { by: 'Nothing is in the log yet', to: 'Nothing was done to it yet' }

type AuditProps = { userId: string; state: ListState & { side: Side }; onState: OnState }

/** What the user did, an administrator as them or somebody with what is theirs; or what was done to their account. */
export function AuditTab({ userId, state, onState }: AuditProps) {
  const { side, ...list } = state
  return (
    <div className={classes.list}>
      <div className={classes.heading}>
        <h2>Audit trail</h2>
        <fieldset className={classes.period}>
          <legend className="visually-hidden">Which entries</legend>
          <Segments name="side" segments={choices} value={side} onChange={(next) => onState({ side: next, page: 1 })} />
        </fieldset>
        <LinkButton
          size="xs"
          variant="default"
          to="/portal/audit-log"
          search={side === 'by' ? { actor: userId } : { object: userId }}
        >
          Search the log
        </LinkButton>
      </div>
      <DataTable
        label="Entries"
        columns={columns}
        result={useQuery(auditPage(userId, side, list))}
        rowId={({ id }) => id}
        state={list}
        onState={onState}
        empty={<StateView icon={ScrollText} title={nothing[side]} />}
      />
    </div>
  )
}
