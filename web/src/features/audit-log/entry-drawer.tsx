import { type AuditEntry, auditActions, auditLog } from '@dooryard/contract/audit-log'
import { Box, Flex, Group, Paper, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatNobody } from '../../entities/audit-entry/audit-entry-columns.tsx'
import { formatDay, formatTime, titleCase } from '../../lib/format.ts'
import { queryOf } from '../../lib/query.ts'
import { Tag } from '../../ui/display/badges.tsx'
import { CopyButton } from '../../ui/display/copy-button.tsx'
import { DetailDrawer, DetailGroup } from '../../ui/display/detail-drawer.tsx'
import { type Fact, Facts } from '../../ui/display/facts.tsx'
import { AnchorLink } from '../../ui/display/links.tsx'
import { MissingOrFailed } from '../../ui/display/state-view.tsx'
import { closedAccount, findObjectEmail, formatParty } from './audit-columns.tsx'
import classes from './audit-log.module.css'
import { type Change, listChanges } from './changes.ts'

const ownLine = { display: 'block', w: 'fit-content', py: 3, c: 'var(--mantine-color-brand-light-color)' } as const

type LogLinkProps = { search: { actor?: string; object?: string; requestId?: string }; children: string }

/** Leads to all entries that have something in common with this one. */
const LogLink = (props: LogLinkProps) => <AnchorLink to="/portal/audit-log" {...ownLine} {...props} />

/** The screen that shows an object, where there is one. */
function ObjectLink({ entry }: { entry: AuditEntry }) {
  const user = entry.after?.user
  const email = findObjectEmail(entry)
  if (entry.object?.type === 'roll_import')
    return (
      <AnchorLink to="/portal/data" {...ownLine}>
        Open the imports
      </AnchorLink>
    )
  if (typeof user !== 'string' && !email) return null
  return (
    <AnchorLink to="/portal/users" search={typeof user === 'string' ? { user } : { search: email }} {...ownLine}>
      {typeof user === 'string' ? 'Open whose it is' : 'Open among the users'}
    </AnchorLink>
  )
}

const Code = (props: { children: string }) => (
  <Box component="code" display="block" fz="xs" style={{ overflowWrap: 'anywhere' }} {...props} />
)

const toPartyFact = (label: string, { id, email }: NonNullable<AuditEntry['actor']>): Fact => ({
  label,
  value: (
    <>
      <div>{email ?? closedAccount}</div>
      <Code>{id}</Code>
      <LogLink search={{ actor: id }}>Everything by or as them</LogLink>
    </>
  ),
})

const toObjectFact = (entry: AuditEntry, { type, id }: NonNullable<AuditEntry['object']>): Fact => ({
  label: `To what (${titleCase(type).toLowerCase()})`,
  value: (
    <>
      <Code>{id}</Code>
      <ObjectLink entry={entry} />
      <LogLink search={{ object: id }}>Everything done to it</LogLink>
    </>
  ),
})

const toRequestFact = (requestId: string): Fact => ({
  label: 'Request',
  value: (
    <>
      <Code>{requestId}</Code>
      <LogLink search={{ requestId }}>Everything in this request</LogLink>
    </>
  ),
})

function toFacts(entry: AuditEntry): Fact[] {
  const { actor, onBehalfOf, object, reason, requestId, ipAddress } = entry
  return [
    { label: 'Entry', value: entry.id },
    { label: 'When', value: `${formatDay(entry.at)}, ${formatTime(entry.at)}` },
    actor ? toPartyFact('Who', actor) : { label: 'Who', value: formatNobody(entry) },
    ...(onBehalfOf ? [toPartyFact('On behalf of', onBehalfOf)] : []),
    ...(object ? [toObjectFact(entry, object)] : []),
    ...(reason ? [{ label: 'Reason', value: reason }] : []),
    ...(ipAddress ? [{ label: 'Address', value: ipAddress }] : []),
    ...(requestId ? [toRequestFact(requestId)] : []),
  ]
}

const Changes = ({ changes }: { changes: Change[] }) => (
  <Flex component="dl" direction="column" gap={10} m={0} fz="sm">
    {changes.map(({ field, label, before, after }) => (
      <div key={field}>
        <Box component="dt" mb={4} c="dimmed">
          {label}
        </Box>
        <dd className={classes.change}>
          <span>
            <span className="visually-hidden">Before: </span>
            {before}
          </span>
          <span aria-hidden="true">→</span>
          <span>
            <span className="visually-hidden">After: </span>
            {after}
          </span>
        </dd>
      </div>
    ))}
  </Flex>
)

function Details({ entry }: { entry: AuditEntry }) {
  const changes = listChanges(entry)
  return (
    <>
      <h2>{auditActions[entry.action]}</h2>
      {entry.onBehalfOf && <Tag tone="warn">On behalf of {formatParty(entry.onBehalfOf)}</Tag>}
      <Box mt={20}>
        <Facts facts={toFacts(entry)} />
      </Box>
      {changes.length > 0 && (
        <DetailGroup title="Before and after">
          <Changes changes={changes} />
        </DetailGroup>
      )}
      <DetailGroup title="Hash">
        <Paper withBorder bg="var(--raised)" p="8px 8px 8px 12px">
          <Group justify="space-between" wrap="nowrap" gap="sm">
            <Code>{entry.hash}</Code>
            <CopyButton value={entry.hash} what="the hash" />
          </Group>
        </Paper>
      </DetailGroup>
    </>
  )
}

/** An entry that is not among those of the page, or too large to be there whole. */
function FoundDetails({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(queryOf(auditLog.get, { params: { id } }))
  if (data) return <Details entry={data} />
  if (!error) return <Skeleton height={320} role="status" aria-label="Loading the entry" />
  return <MissingOrFailed what={`Entry ${id}`} error={error} onRetry={() => void refetch()} wayBack={wholeLog} />
}

const wholeLog = { to: '/portal/audit-log', label: 'Back to the log' } as const

type EntryDrawerProps = {
  id: number | undefined
  /** Those of the page; undefined while they load. */
  entries: AuditEntry[] | undefined
  onClose: () => void
}

/** Everything that one entry says, beside the list it came from, whether or not it stands on the page. */
export const EntryDrawer = ({ id, entries, onClose }: EntryDrawerProps) => (
  <DetailDrawer what="Entry" id={id?.toString()} size={520} onClose={onClose}>
    {(shown) => {
      const entry = entries?.find((one) => one.id === shown)
      return entry && !entry.isAbridged ? <Details entry={entry} /> : <FoundDetails id={shown} />
    }}
  </DetailDrawer>
)
