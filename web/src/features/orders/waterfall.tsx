import type { Waterfall as Counts } from '@dooryard/contract/orders'
import { formatNumber } from '../../lib/format.ts'
import classes from './waterfall.module.css'

const stages = [
  { key: 'matched', label: 'Match the audience', lost: '' },
  { key: 'mailable', label: 'Can be mailed', lost: 'without a name or a full address' },
  { key: 'fresh', label: 'New to you', lost: 'delivered to you before' },
  { key: 'selected', label: 'In this order', lost: 'left for later orders' },
] as const

/** How the selection came to its leads: what each step left, and what it took away. */
export function Waterfall({ counts }: { counts: Counts }) {
  return (
    <ol className={classes.stages}>
      {stages.map(({ key, label, lost }, index) => {
        const before = stages[index - 1]
        const dropped = before ? counts[before.key] - counts[key] : 0
        return (
          <li key={key}>
            <div className={classes.words}>
              <span>{label}</span>
              <strong>{formatNumber(counts[key])}</strong>
            </div>
            <div className={classes.track}>
              <div className={classes.bar} style={{ width: `${(counts[key] / Math.max(1, counts.matched)) * 100}%` }} />
            </div>
            {dropped > 0 && (
              <div className={classes.lost}>
                {formatNumber(dropped)} {lost}
              </div>
            )}
          </li>
        )
      })}
    </ol>
  )
}
