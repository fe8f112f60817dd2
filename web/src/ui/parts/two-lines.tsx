import type { ReactNode } from 'react'
import classes from './two-lines.module.css'

/** What a thing is, and under it, dimmed, what is also good to know. */
export function TwoLines({ first, second, width }: { first: ReactNode; second?: ReactNode; width?: number }) {
  return (
    <div className={classes.lines} style={{ maxWidth: width }}>
      <div>{first}</div>
      {second && <div className={classes.second}>{second}</div>}
    </div>
  )
}
