import { formatNumber } from '../../lib/format.ts'
import classes from './api-keys.module.css'
import { everyDay, totalOf, type UsageDay, usageInWords } from './key-words.ts'

const bar = { width: 2, gap: 1 }
const height = 20

/** A bar of a day that has any calls is seen, however many another day has. */
const heightOf = (count: number, most: number) => (count === 0 ? 0 : Math.max(2, (count / most) * height))

/** How a key was used, day by day, and how often in all. */
export function UsageBars({ usage, now }: { usage: readonly UsageDay[]; now: number }) {
  const words = usageInWords(usage)
  const { calls } = totalOf(usage)
  if (calls === 0) return <span className={classes.quiet}>No calls</span>
  const days = everyDay(usage, now)
  const most = Math.max(...days.map((day) => day.calls))
  const width = days.length * (bar.width + bar.gap) - bar.gap
  return (
    <span className={classes.usage}>
      <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} role="img" aria-label={words}>
        <title>{words}</title>
        {days.map(({ day, calls: made, refused }, at) => {
          const [whole, part] = [heightOf(made, most), heightOf(refused, most)]
          const place = { x: at * (bar.width + bar.gap), width: bar.width }
          return (
            <g key={day}>
              <rect {...place} y={height - 1} height={1} className={classes.base} />
              <rect {...place} y={height - whole} height={whole} className={classes.calls} />
              <rect {...place} y={height - part} height={part} className={classes.refused} />
            </g>
          )
        })}
      </svg>
      <span aria-hidden="true">{formatNumber(calls)}</span>
    </span>
  )
}
