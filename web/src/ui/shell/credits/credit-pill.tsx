import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Coins } from 'lucide-react'
import { formatNumber, pluralize } from '../../../lib/format/format.ts'
import { currentUserQuery } from '../../../lib/session/current-user-query.ts'
import classes from './credit-pill.module.css'

/** The available credits in the header of a phone, where the sidebar is closed. */
export function CreditPill() {
  const balance = useQuery(currentUserQuery()).data?.balance
  if (!balance) return null
  const available = balance.subscriptionCredits + balance.onDemandCredits
  const label = `${pluralize(available, 'credit')} available`
  return (
    <Link to="/portal/settings/credit-history" className={classes.pill} aria-label={label}>
      <Coins size={14} aria-hidden="true" />
      {available < 100_000 ? formatNumber(available) : `${formatNumber(Math.floor(available / 1000))}k`}
    </Link>
  )
}
