import type { ReactNode } from 'react'
import classes from './panel.module.css'

type PanelProps = { title?: ReactNode; aside?: ReactNode; flush?: boolean; className?: string; children: ReactNode }

/** A bordered surface with an optional heading; `flush` lets its content reach the border. */
export function Panel({ title, aside, flush, className, children }: PanelProps) {
  return (
    <section className={className ? `${classes.panel} ${className}` : classes.panel}>
      {title && (
        <header className={classes.header}>
          <h2 className={classes.title}>{title}</h2>
          {aside}
        </header>
      )}
      <div className={flush ? undefined : classes.body}>{children}</div>
    </section>
  )
}
