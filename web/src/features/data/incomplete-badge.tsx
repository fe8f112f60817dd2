import { StatusBadge } from '../../ui/display/badges.tsx'
import classes from './data.module.css'

/** Says of a roll whose import was cut off that the store may hold but a part of it, and what helps. */
export const IncompleteBadge = () => (
  <div className={classes.incomplete}>
    <StatusBadge status="INCOMPLETE" label="Incomplete: import it again" />
  </div>
)
