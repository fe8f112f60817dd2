import type { Waterfall as Counts } from '@dooryard/contract/order'
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
  const told = stages.flatMap((stage) => {
    const left = counts[stage.key]
    return left === undefined ? [] : [{ ...stage, left }]
  })
  return (
    <ol className={classes.stages}>
      {told.map(({ key, label, lost, left }, index) => {
        const before = told[index - 1]
        const dropped = before ? before.left - left : 0
        return (
          <li key={key}>
            <div className={classes.words}>
              <span>{label}</span>
              <strong>{formatNumber(left)}</strong>
            </div>
            <div className={classes.track}>
              <div className={classes.bar} style={{ width: `${(left / Math.max(1, counts.matched)) * 100}%` }} />
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
