import { type Operations, storeNames } from '@dooryard/contract/operations'
import { Link } from '@tanstack/react-router'
import { formatAgo, formatBytes, formatDayAndTime, formatNumber, plural, unknown } from '../../lib/format.ts'
import { Tag } from '../../ui/display/badges.tsx'
import { type Fact, Facts } from '../../ui/display/facts.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import classes from './operations.module.css'

type Store = Operations['stores'][number]

const present = (facts: (Fact | false)[]) => facts.filter((fact): fact is Fact => fact !== false)

function StorePanel({ store }: { store: Store }) {
  const { name, isUp, isEmbedded, version, milliseconds, bytes, connections, problem } = store
  return (
    <Panel title={storeNames[name]} aside={isUp ? <Tag tone="good">Answers</Tag> : <Tag tone="bad">Down</Tag>}>
      <Facts
        facts={present([
          problem !== undefined && { label: 'Problem', value: problem },
          { label: 'Version', value: version ?? unknown },
          { label: 'Runs', value: isEmbedded ? 'Embedded, in the data folder' : 'As a server of its own' },
          milliseconds !== undefined && { label: 'Answers in', value: `${milliseconds.toFixed(1)} ms` },
          bytes !== undefined && { label: 'On disk', value: formatBytes(bytes) },
          connections !== undefined && {
            label: 'Connections',
            value: `${formatNumber(connections.open)} of ${formatNumber(connections.most)}`,
          },
        ])}
      />
    </Panel>
  )
}

const mailWays = {
  SMTP: 'Sent by the mail server',
  OUTBOX: 'Shown in the outbox, sent to nobody',
  NONE: 'Kept until there is a mail server',
} as const

function WorkPanel({ orders, webhooks, mails }: Pick<Operations, 'orders' | 'webhooks' | 'mails'>) {
  const oldest = orders.oldest && `, the oldest since ${formatDayAndTime(orders.oldest)}`
  return (
    <Panel title="Under way">
      <Facts
        facts={[
          { label: 'Orders', value: `${formatNumber(orders.underWay)}${oldest ?? ''}` },
          {
            label: 'Webhook events',
            value: `${formatNumber(webhooks.waiting)} waiting, ${formatNumber(webhooks.overdue)} overdue`,
          },
          {
            label: 'Mails',
            value: `${formatNumber(mails.waiting)} waiting, ${formatNumber(mails.failed)} given up`,
          },
          { label: 'Mails are', value: mailWays[mails.way] },
        ]}
      />
    </Panel>
  )
}

function RollsPanel({ rolls }: Pick<Operations, 'rolls'>) {
  return (
    <Panel
      title="Rolls"
      aside={
        <Link className={classes.link} to="/portal/data">
          Data
        </Link>
      }
    >
      <Facts
        facts={[
          {
            label: 'Rolls',
            value: `${formatNumber(rolls.count)}, with ${plural(rolls.properties, 'property', 'properties')}`,
          },
          { label: 'Newest', value: formatDayAndTime(rolls.newest) },
          {
            label: 'Imports',
            value: `${formatNumber(rolls.importing)} under way, ${formatNumber(rolls.failedImports)} failed`,
          },
          { label: 'Data version', value: formatDayAndTime(rolls.dataVersion) },
        ]}
      />
    </Panel>
  )
}

function WorkersPanel({ workers, at }: Pick<Operations, 'workers' | 'at'>) {
  return (
    <Panel
      title="Workers"
      aside={<Tag tone={workers.length > 0 ? 'good' : 'bad'}>{plural(workers.length, 'worker')}</Tag>}
    >
      {workers.length === 0 ? (
        <p className={classes.calm}>None has shown within 20 seconds that it lives.</p>
      ) : (
        <Facts
          facts={workers.map(({ id, beatAt, running }) => ({
            label: id,
            value: `${plural(running, 'job')} running, seen ${formatAgo(Date.parse(beatAt), Date.parse(at))}`,
          }))}
        />
      )}
    </Panel>
  )
}

function ServerPanel({ server, versions }: Pick<Operations, 'server' | 'versions'>) {
  return (
    <Panel title="This server">
      <Facts
        facts={[
          { label: 'Dooryard', value: versions.dooryard },
          { label: 'API description', value: versions.contract },
          { label: 'Node', value: versions.node },
          { label: 'Runs since', value: formatDayAndTime(server.startedAt) },
          { label: 'Does the work of', value: server.roles.join(' and ') },
          { label: 'Memory', value: formatBytes(server.memoryBytes) },
          { label: 'Open streams', value: formatNumber(server.streams) },
        ]}
      />
    </Panel>
  )
}

/** How each part of the machinery does. */
export function MachineryPanels({ machinery }: { machinery: Operations }) {
  return (
    <div className={classes.panels}>
      {machinery.stores.map((store) => (
        <StorePanel key={store.name} store={store} />
      ))}
      <WorkPanel {...machinery} />
      <WorkersPanel {...machinery} />
      <RollsPanel {...machinery} />
      <ServerPanel {...machinery} />
    </div>
  )
}
