import { type AuditEntry, auditActions } from '@dooryard/contract/audit-log'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ScrollText } from 'lucide-react'
import { auditEntryColumns, formatNobody } from '../../entities/audit-entry/audit-entry-columns.tsx'
import { LinkButton } from '../../ui/display/links.tsx'
import { Segments } from '../../ui/display/segments.tsx'
import { StateView } from '../../ui/display/state-view.tsx'
import { defineColumns, type OnState } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { auditPage, type ListState, type Side } from './statistics.data.ts'
import classes from './statistics.module.css'

function formatActor(entry: AuditEntry): string {
  const { actor, onBehalfOf } = entry
  if (!actor) return formatNobody(entry)
  const who = actor.email ?? 'A closed account'
  return onBehalfOf ? `${who} as ${onBehalfOf.email ?? 'a closed account'}` : who
}

const EntryLink = ({ id, action }: AuditEntry) => (
  <Link to="/portal/audit-log" search={{ entry: Number(id) }} data-row-link>
    {auditActions[action]}
  </Link>
)

const columns = defineColumns<AuditEntry>([
  auditEntryColumns.at,
  { id: 'action', header: 'What', card: 'title', cell: (entry) => <EntryLink {...entry} /> },
  { id: 'who', header: 'Who', card: 'wide', share: 28, cell: formatActor },
  { ...auditEntryColumns.reason, share: 28 },
  { ...auditEntryColumns.ipAddress, share: 12 },
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
