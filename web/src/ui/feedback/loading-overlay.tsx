import { LogoMark } from '../logo.tsx'
import classes from './feedback.module.css'

/** Fills the screen while the application itself is on its way. */
export function LoadingOverlay() {
  return (
    <main className={classes.overlay}>
      <span className={classes.pulse}>
        <LogoMark size={48} />
      </span>
      <span role="status">Loading...</span>
    </main>
  )
}
