import type { ReactNode } from 'react'
import classes from './found-count.module.css'

/** How many were found: dimmed while that is asked again, and announced when it has changed. */
export const FoundCount = ({ isStale, children }: { isStale: boolean; children: ReactNode }) => (
  <span className={classes.count} data-stale={isStale || undefined} aria-live="polite" aria-atomic="true">
    {children}
  </span>
)

/** Why it is not known how many were found. */
export const NotCounted = ({ children }: { children: ReactNode }) => (
  <span className={classes.count} role="alert">
    {children}
  </span>
)
