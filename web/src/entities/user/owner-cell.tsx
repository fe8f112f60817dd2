import type { Owner } from '@dooryard/contract/owner'
import { formatDay } from '../../lib/format.ts'
import { nameOf } from '../../lib/names.ts'
import { TwoLines } from '../../ui/display/facts.tsx'
import { QuietLink } from '../../ui/display/links.tsx'

function formatState({ email, isActive, closedAt }: Owner): string {
  if (closedAt) return `closed ${formatDay(closedAt)}`
  return isActive ? email : `${email}, deactivated`
}

/** Whose something is, to an administrator: the name leads to the account, and the email tells those of one name apart. */
export function OwnerCell({ owner }: { owner: Owner }) {
  const state = formatState(owner)
  return (
    <TwoLines
      first={
        <QuietLink to="/portal/users" search={{ user: owner.id }} title={owner.companyName}>
          {nameOf(owner)}
        </QuietLink>
      }
      second={<span title={state}>{state}</span>}
    />
  )
}
