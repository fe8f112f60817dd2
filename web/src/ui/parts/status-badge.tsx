import type { UserFacingStatus } from '@dooryard/contract/order'
import { titleCase } from '../../lib/format.ts'
import classes from './status-badge.module.css'

type StatusBadgeProps = { status: UserFacingStatus | 'INCOMPLETE'; label?: string }

/** How far an order, or something else that runs, has come: always with a word, its own unless another is said. */
export function StatusBadge({ status, label = titleCase(status) }: StatusBadgeProps) {
  return (
    <span className={classes.badge} data-status={status}>
      {label}
    </span>
  )
}
