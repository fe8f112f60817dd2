import { type AuditEntry, auditActions } from '@dooryard/contract/admin/audit-log'
import { campaignTypes } from '@dooryard/contract/api/enums'
import type { Session } from '@dooryard/contract/identity/account'
import type { AdminOrder } from '@dooryard/contract/orders/admin-orders'
import { Group, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { MonitorOff, Package, ScrollText } from 'lucide-react'
import type { ReactNode } from 'react'
import { auditEntryColumns, formatUnknownActor } from '../../entities/audit-entry/audit-entry-columns.tsx'
import { AdminCampaignLink, AdminOrderLink } from '../../entities/order/admin-links.tsx'
import { parseDevice } from '../../lib/format/device.ts'
import { formatAgo, formatDay, formatDayAndTime, formatNumber } from '../../lib/format/format.ts'
import { StatusBadge, Tag } from '../../ui/display/badges.tsx'
import { Instant } from '../../ui/display/instant.tsx'
import { LinkButton } from '../../ui/display/links.tsx'
import { Segments } from '../../ui/display/segments.tsx'
import { defineColumns, type OnTableStateChange } from '../../ui/table/columns.ts'
import { DataTable } from '../../ui/table/data-table.tsx'
import { auditPage, type ListState, orderPage, type Side, sessionPage } from './statistics.data.ts'
import classes from './statistics.module.css'

/** A list under its own heading, with a link onwards. */
export const ListSection = ({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) => (
  <Stack gap={16} miw={0}>
    <Group gap="8px 16px">
      <Title order={2} flex={1}>
        {title}
      </Title>
      {aside}
    </Group>
    {children}
  </Stack>
)

type ListProps<State = ListState> = { userId: string; state: State; onState: OnTableStateChange }

const orderColumns = defineColumns<AdminOrder>([
  {
    id: 'orderName',
    header: 'Order Name',
    card: 'title',
    share: 28,
    cell: (order) => (
      <AdminOrderLink order={order} isRow>
        {order.orderName}
      </AdminOrderLink>
    ),
  },
  {
    id: 'campaignName',
    header: 'Campaign',
    card: 'wide',
    share: 22,
    cell: (order) => <AdminCampaignLink order={order} />,
  },
  { id: 'campaignType', header: 'Campaign Type', cell: ({ campaignType }) => campaignTypes.label(campaignType) },
  { id: 'quantity', header: 'Outreach Qty', align: 'right', cell: ({ quantity }) => formatNumber(quantity) },
  { id: 'totalPrice', header: 'Credits', align: 'right', cell: ({ totalPrice }) => formatNumber(totalPrice) },
  { id: 'createdAt', header: 'Order Date', cell: ({ createdAt }) => formatDay(createdAt) },
  {
    id: 'userFacingStatus',
    header: 'Order Status',
    card: 'corner',
    cell: ({ userFacingStatus }) => <StatusBadge status={userFacingStatus} />,
  },
])

/** The user's orders, with or without a campaign, newest first. */
export const OrdersTab = ({ userId, state, onState }: ListProps) => (
  <ListSection
    title="Orders"
    aside={
      <LinkButton size="xs" variant="default" to="/portal/orders" search={{ userId: [userId] }}>
        Search and export them
      </LinkButton>
    }
  >
    <DataTable
      label="Orders"
      columns={orderColumns}
      result={useQuery(orderPage(userId, state))}
      state={state}
      onState={onState}
      empty={{ icon: Package, title: 'No orders yet' }}
    />
  </ListSection>
)

const sessionColumns = defineColumns<Session>([
  {
    id: 'userAgent',
    header: 'Device',
    card: 'title',
    share: 40,
    cell: ({ userAgent, impersonation }) => (
      <Group component="span" display="inline-flex" gap="2px 8px" title={userAgent}>
        {parseDevice(userAgent).name}
        {impersonation && <Tag tone="warn">Support: {impersonation.adminEmail}</Tag>}
      </Group>
    ),
  },
  { id: 'ipAddress', header: 'Address', cell: ({ ipAddress }) => ipAddress },
  { id: 'createdAt', header: 'Signed in', cell: ({ createdAt }) => <Instant at={createdAt} /> },
  { id: 'lastSeenAt', header: 'Last seen', cell: ({ lastSeenAt }) => formatAgo(Date.parse(lastSeenAt)) },
  {
    id: 'endsBy',
    header: 'Expires by',
    cell: ({ endsBy, impersonation }) => (impersonation ? formatDayAndTime : formatDay)(endsBy),
  },
])

/** The user's sessions, with an action to end them. */
export const SessionsTab = ({ userId, state, onState, signOut }: ListProps & { signOut: ReactNode }) => (
  <ListSection title="Sessions" aside={signOut}>
    <DataTable
      label="Sessions"
      columns={sessionColumns}
      result={useQuery(sessionPage(userId, state))}
      state={state}
      onState={onState}
      empty={{ icon: MonitorOff, title: 'No active sessions' }}
    />
  </ListSection>
)

/** The actor, and the user they acted as. */
function formatActor(entry: AuditEntry): string {
  const { actor, onBehalfOf } = entry
  if (!actor) return formatUnknownActor(entry)
  const actorName = actor.email ?? 'A closed account'
  return onBehalfOf ? `${actorName} as ${onBehalfOf.email ?? 'a closed account'}` : actorName
}

const auditColumns = defineColumns<AuditEntry>([
  auditEntryColumns.at,
  {
    id: 'action',
    header: 'What',
    card: 'title',
    cell: ({ id, action }) => (
      <Link to="/portal/audit-log" search={{ entry: Number(id) }} data-row-link>
        {auditActions[action]}
      </Link>
    ),
  },
  { id: 'who', header: 'Who', card: 'wide', share: 28, cell: formatActor },
  { ...auditEntryColumns.reason, share: 28 },
  { ...auditEntryColumns.ipAddress, share: 12 },
])

const sideOptions: { value: Side; label: string }[] = [
  { value: 'by', label: 'By or about them' },
  { value: 'to', label: 'To their account' },
]

/**
 * The audit log of the user: actions by them, on their behalf or by others with their resources; or actions on their
 * account.
 */
export function AuditTab({ userId, state: { side, ...list }, onState }: ListProps<ListState & { side: Side }>) {
  const search = side === 'by' ? { actor: userId } : { object: userId }
  return (
    <ListSection
      title="Audit trail"
      aside={
        <>
          <fieldset className={`plain ${classes.period}`}>
            <legend className="visually-hidden">Which entries</legend>
            <Segments
              name="side"
              segments={sideOptions}
              value={side}
              onChange={(next) => onState({ side: next, page: 1 })}
            />
          </fieldset>
          <LinkButton size="xs" variant="default" to="/portal/audit-log" search={search}>
            Search the log
          </LinkButton>
        </>
      }
    >
      <DataTable
        label="Entries"
        columns={auditColumns}
        result={useQuery(auditPage(userId, side, list))}
        state={list}
        onState={onState}
        empty={{ icon: ScrollText, title: 'No entries yet' }}
      />
    </ListSection>
  )
}
