import { Link } from '@tanstack/react-router'
import { useAbout } from '../../lib/about.ts'
import { Notice } from '../parts/notice.tsx'
import classes from './demo-banner.module.css'

/** Tells administrators what is open in a demo that other machines reach, and how to close it. */
export function DemoBanner() {
  const portal = useAbout()
  if (!portal?.isDemo || !portal.isExposed) return null
  return (
    <section className={classes.banner} aria-label="Public demo">
      <Notice tone="warn">
        <strong>This demo is public.</strong> Other machines reach it, and anybody can sign in with the demo accounts,
        as an administrator too. Restart it with <code>DEMO=off</code> to close them.
        {portal.hasOutbox && (
          <>
            {' '}
            It sends no mail: administrators of your own <Link to="/dev/outbox">read the outbox</Link>.
          </>
        )}
      </Notice>
    </section>
  )
}
