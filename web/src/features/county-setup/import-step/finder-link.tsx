import { Button } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { canAccess } from '../../../lib/navigation/portal-access.ts'
import { useUser } from '../../../lib/session/use-user.ts'
import { useCopy } from '../../../ui/display/copy-button.tsx'
import { LinkButton } from '../../../ui/display/links.tsx'

/**
 * The lead finder is a screen of users, so an administrator copies the link that shows them the county, or opens it
 * when acting as one.
 */
export function FinderLink({ fips }: { fips: string | null }) {
  const { role } = useUser()
  const { isCopied, copy } = useCopy()
  const router = useRouter()
  const to = '/portal/lead-finder'
  const search = fips === null ? {} : { criteria: { location: { counties: [fips] } } }
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
