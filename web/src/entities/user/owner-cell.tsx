import type { Owner } from '@dooryard/contract/identity/owner'
import { formatDay } from '../../lib/format/format.ts'
import { formatUserName } from '../../lib/format/user-name.ts'
import { TextWithDescription } from '../../ui/display/description-list.tsx'
import { QuietLink } from '../../ui/display/links.tsx'

function formatState({ email, isActive, closedAt }: Owner): string {
  if (closedAt) return `closed ${formatDay(closedAt)}`
  return isActive ? email : `${email}, deactivated`
}

/**
 * The owner, shown to administrators: the name links to the account, the email distinguishes owners with the same
 * name.
 */
export function OwnerCell({ owner }: { owner: Owner }) {
  const state = formatState(owner)
  return (
    <TextWithDescription
      first={
        <QuietLink to="/portal/users" search={{ user: owner.id }} title={owner.companyName}>
          {formatUserName(owner)}
        </QuietLink>
      }
      second={<span title={state}>{state}</span>}
    />
  )
}
