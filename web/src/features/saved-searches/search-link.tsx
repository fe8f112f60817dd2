import type { ListedSavedSearch } from '@dooryard/contract/saved-searches'
import { Link } from '@tanstack/react-router'
import { useUser } from '../../lib/use-user.ts'
import { LinkButton } from '../../ui/display/links.tsx'

/** Opens a search where its owner searches: the lead finder, or a new campaign. */
export function SearchLink({ search: { id, name } }: { search: ListedSavedSearch }) {
  return useUser().role === 'CONSUMER_USER' ? (
    <Link to="/portal/lead-finder" search={{ saved: id }} data-row-link>
      {name}
    </Link>
  ) : (
    <Link to="/portal/campaigns/create" search={{ saved: id }} data-row-link>
      {name}
    </Link>
  )
}

const look = { variant: 'subtle', size: 'compact-sm' } as const

/** The way from a search to an order: at once, or by a campaign. */
export function OrderLink({ search: { id, name } }: { search: ListedSavedSearch }) {
  return useUser().role === 'CONSUMER_USER' ? (
    <LinkButton {...look} to="/portal/orders/create" search={{ saved: id }} aria-label={`Order from ${name}`}>
      Order
    </LinkButton>
  ) : (
    <LinkButton {...look} to="/portal/campaigns/create" search={{ saved: id }} aria-label={`New campaign from ${name}`}>
      New campaign
    </LinkButton>
  )
}
