import type { Webhook } from '@dooryard/contract/webhooks'
import type { CSSProperties } from 'react'
import { serverNow } from '../../lib/clock.ts'
import classes from './health-bars.module.css'
import { type Hour, hoursOf, rateWords } from './webhook-words.ts'

const part = (count: number) => ({ '--part': count }) as CSSProperties // custom properties have no type

function HourBar({ hour: { succeeded, failed }, most }: { hour: Hour; most: number }) {
  return (
    <span className={classes.hour} style={{ height: `${((succeeded + failed) / most) * 100}%` }}>
      {failed > 0 && <span className={classes.failed} style={part(failed)} />}
      {succeeded > 0 && <span style={part(succeeded)} />}
    </span>
  )
}

type HealthBarsProps = { health: Webhook['health']; isLarge?: boolean }

/** What was sent in each of the last 24 hours: what failed stands on what was taken. Whoever shows it says it in words. */
export function HealthBars({ health, isLarge }: HealthBarsProps) {
  const hours = hoursOf(health.hours, serverNow())
  const most = Math.max(1, ...hours.map(({ succeeded, failed }) => succeeded + failed))
  return (
    <div
      className={classes.bars}
      data-large={isLarge || undefined}
      role="img"
      aria-label={`Attempts of the last 24 hours by the hour: ${rateWords(health)}`}
    >
      {hours.map((hour) => (
        <HourBar key={hour.at} hour={hour} most={most} />
      ))}
    </div>
  )
}
