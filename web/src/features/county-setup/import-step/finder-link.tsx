import type { Criteria } from '@dooryard/contract/criteria/criteria'
import type { Dataset } from '@dooryard/contract/data/datasets/datasets'
import { Button } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { canAccess } from '../../../lib/navigation/portal-access.ts'
import { useUser } from '../../../lib/session/use-user.ts'
import { useCopy } from '../../../ui/display/copy-button.tsx'
import { LinkButton } from '../../../ui/display/links.tsx'

type LoadedPlaces = Pick<Dataset, 'countyFips' | 'counties'>

// An address with more of them becomes too long for mails and chats.
const maxCounties = 100

/** The counties that were loaded, or their states where they are many; undefined where none is known. */
export function toLocation({ countyFips, counties }: LoadedPlaces): Criteria['location'] {
  if (countyFips.length === 0) return undefined
  if (countyFips.length <= maxCounties) return { counties: countyFips }
  const states = counties.flatMap((name) => name.match(/, ([A-Z]{2})$/)?.[1] ?? [])
  return { states: [...new Set(states)].sort() }
}

/**
 * The lead finder is a screen of users, so an administrator copies the link that shows them what was loaded, or opens it
 * when acting as one.
 */
export function FinderLink({ loaded }: { loaded: LoadedPlaces }) {
  const { role } = useUser()
  const { isCopied, copy } = useCopy()
  const router = useRouter()
  const to = '/portal/lead-finder'
  const location = toLocation(loaded)
  const search = location ? { criteria: { location } } : {}
  if (canAccess(role, to)) {
    return (
      <LinkButton variant="default" to={to} search={search}>
        Open in the lead finder
      </LinkButton>
    )
  }
  const { href } = router.buildLocation({ to, search })
  return (
    <Button variant="default" onClick={() => copy(new URL(href, window.location.href).href)}>
      {isCopied ? 'Copied' : 'Copy lead finder link'}
    </Button>
  )
}
