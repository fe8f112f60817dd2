import type { Owner } from '@dooryard/contract/owner'
import { Link } from '@tanstack/react-router'
import { formatDay } from '../../lib/format.ts'
import { nameOf } from '../../lib/names.ts'
import quiet from './quiet-link.module.css'
import { TwoLines } from './two-lines.tsx'

function standingOf({ email, isActive, closedAt }: Owner): string {
  if (closedAt) return `closed ${formatDay(closedAt)}`
  return isActive ? email : `${email}, deactivated`
}

/** Whose something is, to an administrator: the name leads to the account, and the email tells those of one name apart. */
export function OwnerCell({ owner }: { owner: Owner }) {
  const second = standingOf(owner)
  return (
    <TwoLines
      first={
        <Link className={quiet.link} to="/portal/users" search={{ user: owner.id }} title={owner.companyName}>
          {nameOf(owner)}
        </Link>
      }
      second={<span title={second}>{second}</span>}
    />
  )
}
