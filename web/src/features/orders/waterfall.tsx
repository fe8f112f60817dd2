import type { Waterfall as Counts } from '@dooryard/contract/order'
import { formatNumber } from '../../lib/format.ts'
import classes from './waterfall.module.css'
import { stagesOf } from './waterfall-stages.ts'

/** How the selection came to its leads: what each step left, and what it took away. */
export function Waterfall({ counts, quantity, isOwn }: { counts: Counts; quantity: number; isOwn: boolean }) {
  return (
    <ol className={classes.stages}>
      {stagesOf(counts, quantity, isOwn).map(({ key, label, lost, count, dropped }) => (
        <li key={key}>
          <div className={classes.words}>
            <span>{label}</span>
            <strong>{formatNumber(count)}</strong>
          </div>
          <div className={classes.track}>
            <div className={classes.bar} style={{ width: `${(count / Math.max(1, counts.matched)) * 100}%` }} />
          </div>
          {dropped > 0 && (
            <div className={classes.lost}>
              {formatNumber(dropped)} {lost}
            </div>
          )}
        </li>
      ))}
    </ol>
  )
}
