import { type AuditEntry, auditActions, auditLog } from '@dooryard/contract/admin/audit-log'
import { Box, Flex, Group, Paper, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatUnknownActor } from '../../entities/audit-entry/audit-entry-columns.tsx'
import { buildQuery } from '../../lib/api/query.ts'
import { formatDay, formatTime, toTitleCase } from '../../lib/format/format.ts'
import { Tag } from '../../ui/display/badges.tsx'
import { CopyButton } from '../../ui/display/copy-button.tsx'
import { type DescriptionItem, DescriptionList } from '../../ui/display/description-list.tsx'
import { AnchorLink } from '../../ui/display/links.tsx'
import { NotFoundOrError } from '../../ui/feedback/state-view.tsx'
import { DetailDrawer, DetailGroup } from '../../ui/overlay/detail-drawer.tsx'
import { closedAccountLabel, findObjectEmail, formatAccount } from './audit-columns.tsx'
import classes from './audit-log.module.css'
import { type FieldChange, listChanges } from './field-changes.ts'

const lineProps = { display: 'block', w: 'fit-content', py: 3, c: 'var(--mantine-color-brand-light-color)' } as const

type LogLinkProps = { search: { actor?: string; object?: string; requestId?: string }; children: string }

/** Links to all entries that share a value with this one. */
const LogLink = (props: LogLinkProps) => <AnchorLink to="/portal/audit-log" {...lineProps} {...props} />

/** Links to the screen of the affected object, if there is one. */
function ObjectLink({ entry }: { entry: AuditEntry }) {
  const user = entry.after?.user
  const email = findObjectEmail(entry)
  if (entry.object?.type === 'roll_import')
    return (
      <AnchorLink to="/portal/data" {...lineProps}>
        Open imports
      </AnchorLink>
    )
  if (typeof user !== 'string' && !email) return null
  return (
    <AnchorLink to="/portal/users" search={typeof user === 'string' ? { user } : { search: email }} {...lineProps}>
      {typeof user === 'string' ? 'Open the user' : 'Find the user'}
    </AnchorLink>
  )
}

const Code = (props: { children: string }) => (
  <Box component="code" display="block" fz="xs" style={{ overflowWrap: 'anywhere' }} {...props} />
)

const toAccountFact = (label: string, { id, email }: NonNullable<AuditEntry['actor']>): DescriptionItem => ({
  label,
  value: (
    <>
      <div>{email ?? closedAccountLabel}</div>
      <Code>{id}</Code>
      <LogLink search={{ actor: id }}>All entries by this user</LogLink>
    </>
  ),
})

const toObjectFact = (entry: AuditEntry, { type, id }: NonNullable<AuditEntry['object']>): DescriptionItem => ({
  label: `Target (${toTitleCase(type).toLowerCase()})`,
  value: (
    <>
      <Code>{id}</Code>
      <ObjectLink entry={entry} />
      <LogLink search={{ object: id }}>All entries for this target</LogLink>
    </>
  ),
})

const toRequestFact = (requestId: string): DescriptionItem => ({
  label: 'Request',
  value: (
    <>
      <Code>{requestId}</Code>
      <LogLink search={{ requestId }}>All entries in this request</LogLink>
    </>
  ),
})

function toFacts(entry: AuditEntry): DescriptionItem[] {
  const { actor, onBehalfOf, object, reason, requestId, ipAddress } = entry
  return [
    { label: 'Entry', value: entry.id },
    { label: 'When', value: `${formatDay(entry.at)}, ${formatTime(entry.at)}` },
    actor ? toAccountFact('User', actor) : { label: 'User', value: formatUnknownActor(entry) },
    ...(onBehalfOf ? [toAccountFact('On behalf of', onBehalfOf)] : []),
    ...(object ? [toObjectFact(entry, object)] : []),
    ...(reason ? [{ label: 'Reason', value: reason }] : []),
    ...(ipAddress ? [{ label: 'Address', value: ipAddress }] : []),
    ...(requestId ? [toRequestFact(requestId)] : []),
  ]
}

const Changes = ({ changes }: { changes: FieldChange[] }) => (
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
      {entry.onBehalfOf && <Tag tone="warn">On behalf of {formatAccount(entry.onBehalfOf)}</Tag>}
      <Box mt={20}>
        <DescriptionList items={toFacts(entry)} />
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

/** Fetches an entry that is not on the page, or is too large to be listed in full. */
function FetchedDetails({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(buildQuery(auditLog.get, { params: { id } }))
  if (data) return <Details entry={data} />
  if (!error) return <Skeleton height={320} role="status" aria-label="Loading the entry" />
  return <NotFoundOrError what={`Entry ${id}`} error={error} onRetry={() => void refetch()} backLink={backToLog} />
}

const backToLog = { to: '/portal/audit-log', label: 'Back to the log' } as const

type EntryDrawerProps = {
  id: number | undefined
  /** The entries of the page; undefined while they load. */
  entries: AuditEntry[] | undefined
  onClose: () => void
}

/** Shows all details of one entry alongside the list, whether or not the entry is on the current page. */
export const EntryDrawer = ({ id, entries, onClose }: EntryDrawerProps) => (
  <DetailDrawer what="Entry" id={id?.toString()} size={520} onClose={onClose}>
    {(shown) => {
      const entry = entries?.find((one) => one.id === shown)
      return entry && !entry.isAbridged ? <Details entry={entry} /> : <FetchedDetails id={shown} />
    }}
  </DetailDrawer>
)
