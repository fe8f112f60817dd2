import { type Operations, storeLabels } from '@dooryard/contract/admin/operations'
import { SimpleGrid, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import {
  emptyValue,
  formatAgo,
  formatBytes,
  formatDayAndTime,
  formatNumber,
  formatTenths,
  pluralize,
} from '../../lib/format/format.ts'
import { Tag } from '../../ui/display/badges.tsx'
import { DescriptionList } from '../../ui/display/description-list.tsx'
import { AnchorLink } from '../../ui/display/links.tsx'
import { Panel } from '../../ui/display/panel.tsx'

type FactsPanelProps = { title: string; aside?: ReactNode; values: Record<string, string | undefined> }

/** Labels and values; undefined values are omitted. */
function FactsPanel({ title, aside, values }: FactsPanelProps) {
  const facts = Object.entries(values).flatMap(([label, value]) => (value === undefined ? [] : [{ label, value }]))
  return (
    <Panel title={title} aside={aside}>
      <DescriptionList items={facts} />
    </Panel>
  )
}

function StorePanel({ store }: { store: Operations['stores'][number] }) {
  const { name, isUp, isEmbedded, version, milliseconds, bytes, connections, problem } = store
  return (
    <FactsPanel
      title={storeLabels[name]}
      aside={isUp ? <Tag tone="good">Healthy</Tag> : <Tag tone="bad">Down</Tag>}
      values={{
        Problem: problem,
        Version: version ?? emptyValue,
        Runs: isEmbedded ? 'Embedded, in the data folder' : 'External server',
        Latency: milliseconds === undefined ? undefined : `${formatTenths(milliseconds)} ms`,
        'On disk': bytes === undefined ? undefined : formatBytes(bytes),
        Connections: connections && `${formatNumber(connections.open)} of ${formatNumber(connections.most)}`,
      }}
    />
  )
}

const mailModeLabels = {
  SMTP: 'Sent by SMTP',
  OUTBOX: 'Shown in the outbox, not sent',
  NONE: 'Queued until SMTP is configured',
} as const

function WorkloadPanel({ orders, webhooks, mails }: Operations) {
  const oldest = orders.oldest ? `, the oldest since ${formatDayAndTime(orders.oldest)}` : ''
  return (
    <FactsPanel
      title="In progress"
      values={{
        Orders: `${formatNumber(orders.underWay)}${oldest}`,
        'Webhook events': `${formatNumber(webhooks.waiting)} waiting, ${formatNumber(webhooks.overdue)} overdue`,
        Mails: `${formatNumber(mails.waiting)} waiting, ${formatNumber(mails.failed)} failed`,
        'Mail delivery': mailModeLabels[mails.way],
      }}
    />
  )
}

function WorkersPanel({ workers, at }: Operations) {
  const count = <Tag tone={workers.length > 0 ? 'good' : 'bad'}>{pluralize(workers.length, 'worker')}</Tag>
  const facts = workers.map(({ id, beatAt, running }) => ({
    label: id,
    value: `${pluralize(running, 'job')} running, seen ${formatAgo(Date.parse(beatAt), Date.parse(at))}`,
  }))
  return (
    <Panel title="Workers" aside={count}>
      {workers.length > 0 ? (
        <DescriptionList items={facts} />
      ) : (
        <Text c="dimmed" fz="sm" lh="inherit">
          No worker heartbeat in the last 20 seconds.
        </Text>
      )}
    </Panel>
  )
}

const dataLink = (
  <AnchorLink underline="hover" fz="sm" to="/portal/data">
    Data
  </AnchorLink>
)

const RollsPanel = ({ rolls }: Operations) => (
  <FactsPanel
    title="County data"
    aside={dataLink}
    values={{
      'Data sources': `${formatNumber(rolls.count)}, with ${pluralize(rolls.properties, 'property', 'properties')}`,
      'Last loaded': formatDayAndTime(rolls.newest),
      Imports: `${formatNumber(rolls.importing)} in progress, ${formatNumber(rolls.failedImports)} failed`,
      'Data version': formatDayAndTime(rolls.dataVersion),
    }}
  />
)

const ServerPanel = ({ server, versions }: Operations) => (
  <FactsPanel
    title="This server"
    values={{
      Dooryard: versions.dooryard,
      'API description': versions.contract,
      Node: versions.node,
      'Uptime since': formatDayAndTime(server.startedAt),
      Roles: server.roles.join(', '),
      Memory: formatBytes(server.memoryBytes),
      'Open streams': formatNumber(server.streams),
    }}
  />
)

export const OperationsPanels = ({ operations }: { operations: Operations }) => (
  <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
    {operations.stores.map((store) => (
      <StorePanel key={store.name} store={store} />
    ))}
    <WorkloadPanel {...operations} />
    <WorkersPanel {...operations} />
    <RollsPanel {...operations} />
    <ServerPanel {...operations} />
  </SimpleGrid>
)
