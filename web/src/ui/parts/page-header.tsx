import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTitle } from '../../lib/use-title.ts'
import classes from './page-header.module.css'

export type PageHeaderProps = {
  /** What the page is, said in its heading. */
  heading: ReactNode
  /** Stands beside the heading, and is no part of it. */
  badge?: ReactNode
  /** What the browser's tab says; the heading when that is text. */
  title: string
  /** Links to the screens above this one. */
  trail?: ReactNode[]
  lead?: ReactNode
  actions?: ReactNode
}

/** The top of every screen: where it stands, what it is, what can be done. */
export function PageHeader({ heading, badge, title, trail, lead, actions }: PageHeaderProps) {
  useTitle(title)
  return (
    <div className={classes.header}>
      <div className={classes.words}>
        {trail && (
          <nav aria-label="Breadcrumb">
            <ol className={classes.trail}>
              {trail.map((step, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the trail never changes its order
                <li key={index}>
                  {index > 0 && <ChevronRight size={14} aria-hidden="true" />}
                  {step}
                </li>
              ))}
            </ol>
          </nav>
        )}
        <div className={classes.headline}>
          <h1 className={classes.heading}>{heading}</h1>
          {badge}
        </div>
        {lead && <p className={classes.lead}>{lead}</p>}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </div>
  )
}
