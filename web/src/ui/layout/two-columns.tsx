import type { CSSProperties, ReactNode } from 'react'
import classes from './two-columns.module.css'

type TwoColumnsProps = {
  widths: string
  gap?: string
  /** Whether the second one comes first where they stand below each other. */
  isSecondFirst?: boolean
  children: ReactNode
}

/** Two columns of a screen, one below the other where it is narrow. An `aside` in them stays in sight. */
export const TwoColumns = ({ widths, gap = '16px 24px', isSecondFirst, children }: TwoColumnsProps) => (
  <div
    className={classes.columns}
    data-second-first={isSecondFirst || undefined}
    style={{ '--widths': widths, gap } as CSSProperties}
  >
    {children}
  </div>
)
