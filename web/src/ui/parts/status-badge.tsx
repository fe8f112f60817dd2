import type { UserFacingStatus } from '@dooryard/contract/orders'
import { titleCase } from '../../lib/format.ts'
import classes from './status-badge.module.css'

/** The status of an order, always with its word. */
export function StatusBadge({ status }: { status: UserFacingStatus }) {
  return (
    <span className={classes.badge} data-status={status}>
      {titleCase(status)}
    </span>
  )
}
