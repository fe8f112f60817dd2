import { type AuditEntry, auditActions } from '@dooryard/contract/admin/audit-log'
import { Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { UserCog } from 'lucide-react'
import { auditEntryColumns, formatUnknownActor } from '../../entities/audit-entry/audit-entry-columns.tsx'
import { emptyValue, toTitleCase } from '../../lib/format/format.ts'
import { Tag } from '../../ui/display/badges.tsx'
import { defineColumns } from '../../ui/table/columns.ts'
import classes from './audit-log.module.css'

export const closedAccountLabel = 'Closed account'

/** Shortens a long id to its end, since ids of the same day start alike; readable values stay whole. */
const shortenId = (id: string) => (/^[0-9a-f-]{32,36}$/i.test(id) ? `…${id.slice(-8)}` : id)

/** Formats an account as its email address, or as its id once it is closed. */
export const formatAccount = ({ email, id }: NonNullable<AuditEntry['actor']>) =>
  email ?? `${closedAccountLabel} ${shortenId(id)}`

/** Returns the email address of the affected user, if the entry contains it elsewhere. */
export const findObjectEmail = ({ object, actor, onBehalfOf }: AuditEntry) =>
  object?.type === 'user' ? [actor, onBehalfOf].find((party) => party?.id === object.id)?.email : undefined

/** Text truncated to one line, with the full text as tooltip. */
const TruncatedText = ({ title, children = title }: { title: string; children?: string }) => (
  <Text inherit span display="block" truncate title={title}>
    {children}
  </Text>
)

function Actor({ entry }: { entry: AuditEntry }) {
  const { actor, onBehalfOf } = entry
  return (
    <Stack gap={2} align="flex-start" py={4} className={classes.actor}>
      {actor ? (
        <TruncatedText title={formatAccount(actor)} />
      ) : (
        <Text inherit span c="dimmed">
          {formatUnknownActor(entry)}
        </Text>
      )}
      {onBehalfOf && (
        <Tag tone="warn">
          <UserCog size={13} />
          <TruncatedText title={formatAccount(onBehalfOf)}>{`as ${formatAccount(onBehalfOf)}`}</TruncatedText>
        </Tag>
      )}
    </Stack>
  )
}

function ObjectName({ entry }: { entry: AuditEntry }) {
  const { object } = entry
  if (!object) return emptyValue
  return (
    <TruncatedText
      title={object.id}
    >{`${toTitleCase(object.type)} ${findObjectEmail(entry) ?? shortenId(object.id)}`}</TruncatedText>
  )
}

const EntryLink = ({ id, action }: AuditEntry) => (
  <Link
    from="/portal/audit-log"
    to="/portal/audit-log"
    search={(old) => ({ ...old, entry: Number(id) })}
    resetScroll={false}
    data-row-link
  >
    {auditActions[action]}
  </Link>
)

const { at, reason, ipAddress } = auditEntryColumns

export const auditColumns = defineColumns<AuditEntry>([
  at,
  { id: 'action', header: 'Action', card: 'title', cell: (entry) => <EntryLink {...entry} /> },
  { id: 'actor', header: 'User', card: 'wide', share: 20, cell: (entry) => <Actor entry={entry} /> },
  { id: 'object', header: 'Target', share: 16, cell: (entry) => <ObjectName entry={entry} /> },
  {
    ...reason,
    share: 20,
    cell: (entry) => (
      <Text inherit span c="dimmed" title={entry.reason}>
        {reason.cell(entry)}
      </Text>
    ),
  },
  { ...ipAddress, share: 11 },
])
