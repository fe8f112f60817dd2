import type { ReactNode } from 'react'
import classes from './foot-bar.module.css'

type FootBarProps = {
  label: string
  words: ReactNode
  /** Whether the words are of what was asked before. */
  isStale?: boolean
  /** The buttons, the most important last. */
  children?: ReactNode
}

/** What can be done with what is found, what of it, and what that costs. */
export const FootBar = ({ label, words, isStale, children }: FootBarProps) => (
  <section className={classes.bar} aria-label={label}>
    <p className={classes.words} data-stale={isStale || undefined} aria-live="polite">
      {words}
    </p>
    {children}
  </section>
)
