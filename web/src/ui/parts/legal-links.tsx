import { Link } from '@tanstack/react-router'
import classes from './legal-links.module.css'

/** What the portal and its users owe each other, from every public screen. */
export function LegalLinks() {
  return (
    <nav className={classes.links} aria-label="Legal">
      <Link to="/terms">Terms of Service</Link>
      <Link to="/privacy">Privacy Policy</Link>
      <Link to="/refund-policy">Refund and Credit Policy</Link>
    </nav>
  )
}
