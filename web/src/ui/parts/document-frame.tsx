import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Logo } from '../logo.tsx'
import classes from './document-frame.module.css'
import { LegalLinks } from './legal-links.tsx'

/** A page to read, for everybody: `text` is as wide as one likes to read, `wide` has room for more than words. */
export function DocumentFrame({ width, children }: { width: 'text' | 'wide'; children: ReactNode }) {
  return (
    <div className={classes.page}>
      <header className={classes.bar}>
        <Link to="/" aria-label="Dooryard, home">
          <Logo />
        </Link>
      </header>
      <main id="main" className={classes.main} data-width={width}>
        {children}
      </main>
      <footer className={classes.foot}>
        <LegalLinks />
      </footer>
    </div>
  )
}
