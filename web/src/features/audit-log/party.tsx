import type { AuditEntry } from '@dooryard/contract/audit-log'
import { UserCog } from 'lucide-react'
import { Tag } from '../../ui/display/badges.tsx'
import classes from './audit-log.module.css'
import { shortId } from './object-name.tsx'

type PartyOf = NonNullable<AuditEntry['actor']>

/** What is said of an account without an email. */
export const closedAccount = 'Closed account'

/** Somebody by their email address, or by their id once their account is closed. */
export const partyName = ({ email, id }: PartyOf) => email ?? `${closedAccount} ${shortId(id)}`

/** What is said of who did something that no account did; what came from no address was done by the system itself. */
export const nobodyIn = ({ ipAddress }: AuditEntry) => (ipAddress ? 'Not known' : 'The system')

/** Who did something, and as whom. */
export function Actor({ entry }: { entry: AuditEntry }) {
  const { actor, onBehalfOf } = entry
  return (
    <div className={classes.actor}>
      {actor ? (
        <span className={classes.party} title={partyName(actor)}>
          {partyName(actor)}
        </span>
      ) : (
        <span className={classes.nobody}>{nobodyIn(entry)}</span>
      )}
      {onBehalfOf && (
        <Tag tone="warn">
          <UserCog size={13} aria-hidden="true" />
          <span className={classes.party} title={partyName(onBehalfOf)}>
            as {partyName(onBehalfOf)}
          </span>
        </Tag>
      )}
    </div>
  )
}
