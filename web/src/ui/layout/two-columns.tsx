import type { CSSProperties, ReactNode } from 'react'
import classes from './two-columns.module.css'

type TwoColumnsProps = {
  widths: string
  gap?: string
  /** Whether the second column comes first when they are stacked. */
  isSecondFirst?: boolean
  children: ReactNode
}

/** Two columns, stacked on narrow screens. An `aside` in them is sticky. */
export const TwoColumns = ({ widths, gap = '16px 24px', isSecondFirst, children }: TwoColumnsProps) => (
  <div
    className={classes.columns}
    data-second-first={isSecondFirst || undefined}
    style={{ '--widths': widths, gap } as CSSProperties}
  >
    {children}
  </div>
)
