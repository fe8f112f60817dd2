import type { CellCounts } from '@dooryard/contract/rolls'
import { unknown } from '../../lib/format.ts'
import classes from './bars.module.css'
import { sharesOf } from './words.ts'

/** How much of what a roll publishes is unknown, or cannot be true: as a bar, and in words. */
export function UnknownBar({ cells }: { cells: CellCounts }) {
  const shares = sharesOf(cells)
  if (shares.all === 0) return unknown
  return (
    <div className={classes.unknown}>
      <div className={classes.stack} aria-hidden="true">
        <div data-part="unknown" style={{ flexGrow: cells.unknown }} />
        <div data-part="implausible" style={{ flexGrow: cells.implausible }} />
        <div style={{ flexGrow: cells.filled }} />
      </div>
      <span>{shares.unknown} unknown</span>
    </div>
  )
}
