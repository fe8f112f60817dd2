import type { ReactNode } from 'react'
import classes from './dialog-parts.module.css'

/** What a dialog says before it asks. */
export const DialogText = ({ children }: { children: ReactNode }) => <p className={classes.text}>{children}</p>

/** The buttons that a dialog ends with. */
export const DialogChoices = ({ children }: { children: ReactNode }) => (
  <div className={classes.choices}>{children}</div>
)

/** Two fields beside each other. */
export const FieldPair = ({ children }: { children: ReactNode }) => <div className={classes.pair}>{children}</div>
