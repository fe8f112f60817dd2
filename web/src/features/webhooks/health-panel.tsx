import '@mantine/core/styles/Switch.layer.css'
import type { Webhook } from '@dooryard/contract/webhooks'
import { Switch } from '@mantine/core'
import { useState } from 'react'
import { serverNow } from '../../lib/clock.ts'
import { formatDayAndTime, formatNumber } from '../../lib/format.ts'
import { Panel } from '../../ui/display/panel.tsx'
import { FiguresTable } from '../../ui/table/figures-table.tsx'
import { ScrollRegion } from '../../ui/table/scroll-region.tsx'
import bars from './health-bars.module.css'
import { HealthBars } from './health-bars.tsx'
import { hoursOf, rateWords } from './webhook-words.ts'
import classes from './webhooks.module.css'

type HealthProps = { health: Webhook['health'] }

function AsTable({ health }: HealthProps) {
  const hours = hoursOf(health.hours, serverNow()).toReversed()
  return (
    <ScrollRegion label="Attempts by the hour" className={classes.hours}>
      <FiguresTable label="Attempts by the hour" headers={['From', 'Succeeded', 'Failed']}>
        {hours.map(({ at, succeeded, failed }) => (
          <tr key={at}>
            <th scope="row">{formatDayAndTime(at)}</th>
            <td>{formatNumber(succeeded)}</td>
            <td>{formatNumber(failed)}</td>
          </tr>
        ))}
      </FiguresTable>
    </ScrollRegion>
  )
}

function AsChart({ health }: HealthProps) {
  return (
    <>
      <HealthBars health={health} isLarge />
      <div className={bars.axis} aria-hidden="true">
        <span>24 h ago</span>
        <span>12 h ago</span>
        <span>Now</span>
      </div>
      <ul className={bars.legend}>
        <li>{formatNumber(health.succeeded)} succeeded</li>
        <li className={bars.ofFailed}>{formatNumber(health.failed)} failed</li>
      </ul>
    </>
  )
}

/** How a webhook took what was sent to it in the last 24 hours. */
export function HealthPanel({ health }: HealthProps) {
  const [isTable, setTable] = useState(false)
  const choice = (
    <Switch
      size="sm"
      label="View as table"
      checked={isTable}
      onChange={({ currentTarget }) => setTable(currentTarget.checked)}
    />
  )
  return (
    <Panel title="Last 24 hours" aside={choice}>
      <p className={classes.rate}>
        {rateWords(health)}
        {health.hours.length > 0 && <span> attempts succeeded</span>}
      </p>
      {isTable ? <AsTable health={health} /> : <AsChart health={health} />}
    </Panel>
  )
}
