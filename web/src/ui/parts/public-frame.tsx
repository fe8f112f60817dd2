import type { ReactNode } from 'react'
import { useTitle } from '../../lib/use-title.ts'
import { LogoMark } from '../logo.tsx'
import { Street } from '../street.tsx'
import { LegalLinks } from './legal-links.tsx'
import classes from './public-frame.module.css'

type PublicFrameProps = {
  /** What the browser's tab says. */
  title: string
  heading: string
  lead: ReactNode
  /** Stands under the card: the ways to other screens. */
  after?: ReactNode
  /** What is in the card. */
  children: ReactNode
}

/** A screen for visitors who are not signed in: one card, on a street. */
export function PublicFrame({ title, heading, lead, after, children }: PublicFrameProps) {
  useTitle(title)
  return (
    <div className={classes.page}>
      <main id="main" className={classes.middle}>
        <div className={classes.column}>
          <div className={classes.brand}>
            <LogoMark size={44} />
            <h1 className={classes.heading}>{heading}</h1>
            <p className={classes.lead}>{lead}</p>
          </div>
          <div className={classes.card}>{children}</div>
          {after && <div className={classes.after}>{after}</div>}
        </div>
      </main>
      <footer>
        <div className={classes.street}>
          <Street />
        </div>
        <div className={classes.legal}>
          <LegalLinks />
        </div>
      </footer>
    </div>
  )
}
