import type { Owner } from '@dooryard/contract/owner'
import { Link } from '@tanstack/react-router'
import { nameOf } from '../../lib/names.ts'
import quiet from './quiet-link.module.css'
import { TwoLines } from './two-lines.tsx'

/** Whose something is, to an administrator: the name leads to the account, and the email tells those of one name apart. */
export function OwnerCell({ owner }: { owner: Owner }) {
  const second = owner.isActive ? owner.email : `${owner.email}, deactivated`
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
