import { type AuditEntry, auditActions } from '@dooryard/contract/audit-log'
import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatDay, formatTime, titleCase } from '../../lib/format.ts'
import { Tag } from '../../ui/display/badges.tsx'
import { CopyButton } from '../../ui/display/copy-button.tsx'
import { DetailDrawer, DetailGroup } from '../../ui/display/detail-drawer.tsx'
import { type Fact, Facts } from '../../ui/display/facts.tsx'
import { MissingOrFailed } from '../../ui/display/state-view.tsx'
import { auditEntry } from './audit-log.data.ts'
import classes from './audit-log.module.css'
import { type Change, changesOf } from './changes.ts'
import { emailOfObject } from './object-name.tsx'
import { closedAccount, nobodyIn, partyName } from './party.tsx'

type LogLinkProps = { search: { actor?: string; object?: string; requestId?: string }; children: string }

/** Leads to all entries that have something in common with this one. */
function LogLink({ search, children }: LogLinkProps) {
  return (
    <Link to="/portal/audit-log" search={search} className={classes.more}>
      {children}
    </Link>
  )
}

const idFact = (label: string, id: string, link: React.ReactNode): Fact => ({
  label,
  value: (
    <>
      <code className={classes.code}>{id}</code>
      {link}
    </>
  ),
})

function partyFact(label: string, party: NonNullable<AuditEntry['actor']>): Fact {
  return {
    label,
    value: (
      <>
        <div className={classes.whole}>{party.email ?? closedAccount}</div>
        <code className={classes.code}>{party.id}</code>
        <LogLink search={{ actor: party.id }}>Everything by or as them</LogLink>
      </>
    ),
  }
}

/** The screen that shows an object, where there is one. */
function ObjectLink({ entry }: { entry: AuditEntry }) {
  if (entry.object?.type === 'roll_import') {
    return (
      <Link to="/portal/data" className={classes.more}>
        Open the imports
      </Link>
    )
  }
  const user = entry.after?.user
  if (typeof user === 'string') {
    return (
      <Link to="/portal/users" search={{ user }} className={classes.more}>
        Open whose it is
      </Link>
    )
  }
  const search = emailOfObject(entry)
  if (!search) return null
  return (
    <Link to="/portal/users" search={{ search }} className={classes.more}>
      Open among the users
    </Link>
  )
}

function factsOf(entry: AuditEntry): Fact[] {
  const { actor, onBehalfOf, object, reason, requestId, ipAddress } = entry
  return [
    { label: 'Entry', value: entry.id },
    { label: 'When', value: `${formatDay(entry.at)}, ${formatTime(entry.at)}` },
    actor ? partyFact('Who', actor) : { label: 'Who', value: nobodyIn(entry) },
    ...(onBehalfOf ? [partyFact('On behalf of', onBehalfOf)] : []),
    ...(object
      ? [
          idFact(
            `To what (${titleCase(object.type).toLowerCase()})`,
            object.id,
            <>
              <ObjectLink entry={entry} />
              <LogLink search={{ object: object.id }}>Everything done to it</LogLink>
            </>,
          ),
        ]
      : []),
    ...(reason ? [{ label: 'Reason', value: reason }] : []),
    ...(ipAddress ? [{ label: 'Address', value: ipAddress }] : []),
    ...(requestId
      ? [idFact('Request', requestId, <LogLink search={{ requestId }}>Everything in this request</LogLink>)]
      : []),
  ]
}

/** What was, and what has become of it. */
function Changes({ changes }: { changes: Change[] }) {
  return (
    <dl className={classes.changes}>
      {changes.map(({ field, label, before, after }) => (
        <div key={field}>
          <dt>{label}</dt>
          <dd>
            <span className={classes.before}>
              <span className="visually-hidden">Before: </span>
              {before}
            </span>
            <span aria-hidden="true">→</span>
            <span className={classes.after}>
              <span className="visually-hidden">After: </span>
              {after}
            </span>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Details({ entry }: { entry: AuditEntry }) {
  const changes = changesOf(entry)
  return (
    <>
      <h2>{auditActions[entry.action]}</h2>
      {entry.onBehalfOf && <Tag tone="warn">On behalf of {partyName(entry.onBehalfOf)}</Tag>}
      <div className={classes.facts}>
        <Facts facts={factsOf(entry)} />
      </div>
      {changes.length > 0 && (
        <DetailGroup title="Before and after">
          <Changes changes={changes} />
        </DetailGroup>
      )}
      <DetailGroup title="Hash">
        <div className={classes.hash}>
          <code className={classes.code}>{entry.hash}</code>
          <CopyButton value={entry.hash} what="the hash" />
        </div>
      </DetailGroup>
    </>
  )
}

/** An entry that is not among those of the page, or too large to be there whole. */
function FoundDetails({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(auditEntry(id))
  if (data) return <Details entry={data} />
  if (!error) return <Skeleton height={320} role="status" aria-label="Loading the entry" />
  return <MissingOrFailed what={`Entry ${id}`} error={error} onRetry={() => void refetch()} wayBack={wholeLog} />
}

const wholeLog = { to: '/portal/audit-log', label: 'Back to the log' } as const

type EntryDrawerProps = {
  id: number | undefined
  /** Those of the page; undefined while they are on their way. */
  entries: AuditEntry[] | undefined
  onClose: () => void
}

/** Everything that one entry says, beside the list it came from, whether or not it stands on the page. */
export function EntryDrawer({ id, entries, onClose }: EntryDrawerProps) {
  return (
    <DetailDrawer what="Entry" id={id?.toString()} size={520} onClose={onClose}>
      {(shown) => {
        const entry = entries?.find((one) => one.id === shown)
        return entry && !entry.isAbridged ? <Details entry={entry} /> : <FoundDetails id={shown} />
      }}
    </DetailDrawer>
  )
}
