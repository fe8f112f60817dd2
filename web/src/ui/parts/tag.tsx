import type { ReactNode } from 'react'
import classes from './tag.module.css'

/** A short word or two that marks a thing in a list. */
export function Tag({ tone, children }: { tone: 'good' | 'warn' | 'bad' | 'plain'; children: ReactNode }) {
  return (
    <span className={classes.tag} data-tone={tone}>
      {children}
    </span>
  )
}
