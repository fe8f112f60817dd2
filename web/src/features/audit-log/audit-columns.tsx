import { type AuditEntry, auditActions } from '@dooryard/contract/audit-log'
import { Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { UserCog } from 'lucide-react'
import { auditEntryColumns, formatNobody } from '../../entities/audit-entry/audit-entry-columns.tsx'
import { titleCase, unknown } from '../../lib/format.ts'
import { Tag } from '../../ui/display/badges.tsx'
import { defineColumns } from '../../ui/table/columns.ts'
import classes from './audit-log.module.css'

export const closedAccount = 'Closed account'

/** The end of a long id, since those of one day begin alike; what can be read stays whole. */
const shortenId = (id: string) => (/^[0-9a-f-]{32,36}$/i.test(id) ? `…${id.slice(-8)}` : id)

/** An account by its email address, or by its id once it is closed. */
export const formatParty = ({ email, id }: NonNullable<AuditEntry['actor']>) =>
  email ?? `${closedAccount} ${shortenId(id)}`

/** The email address of a user to whom something was done, where the entry names them otherwise. */
export const findObjectEmail = ({ object, actor, onBehalfOf }: AuditEntry) =>
  object?.type === 'user' ? [actor, onBehalfOf].find((party) => party?.id === object.id)?.email : undefined

/** A text on one line, and as a whole to whoever points at it. */
const Cut = ({ title, children = title }: { title: string; children?: string }) => (
  <Text inherit span display="block" truncate title={title}>
    {children}
  </Text>
)

function Actor({ entry }: { entry: AuditEntry }) {
  const { actor, onBehalfOf } = entry
  return (
    <Stack gap={2} align="flex-start" py={4} className={classes.actor}>
      {actor ? (
        <Cut title={formatParty(actor)} />
      ) : (
        <Text inherit span c="dimmed">
          {formatNobody(entry)}
        </Text>
      )}
      {onBehalfOf && (
        <Tag tone="warn">
          <UserCog size={13} />
          <Cut title={formatParty(onBehalfOf)}>{`as ${formatParty(onBehalfOf)}`}</Cut>
        </Tag>
      )}
    </Stack>
  )
}

function ObjectName({ entry }: { entry: AuditEntry }) {
  const { object } = entry
  if (!object) return unknown
  return <Cut title={object.id}>{`${titleCase(object.type)} ${findObjectEmail(entry) ?? shortenId(object.id)}`}</Cut>
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
  { id: 'action', header: 'What', card: 'title', cell: (entry) => <EntryLink {...entry} /> },
  { id: 'actor', header: 'Who', card: 'wide', share: 20, cell: (entry) => <Actor entry={entry} /> },
  { id: 'object', header: 'To what', share: 16, cell: (entry) => <ObjectName entry={entry} /> },
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
