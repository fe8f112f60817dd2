import type { AdminUser } from '@dooryard/contract/admin-users'
import type { User } from '@dooryard/contract/users'
import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { serverNow } from '../../lib/clock.ts'
import { formatAgo, formatDay, plural, titleCase, unknown } from '../../lib/format.ts'
import { nameOf } from '../../lib/names.ts'
import { useUser } from '../../lib/use-user.ts'
import { stateOf } from '../../lib/user-state.ts'
import { Avatar } from '../../ui/display/avatar.tsx'
import { Tag } from '../../ui/display/badges.tsx'
import { Facts } from '../../ui/display/facts.tsx'
import { LinkButton } from '../../ui/display/links.tsx'
import { useSingleFlight } from '../../ui/form/use-schema-form.ts'
import { mayBeActedAs, mayBeDecidedOn, mayBeInvited } from './user-rules.ts'
import { lastSession, useInvite } from './users.data.ts'
import classes from './users.module.css'

/** What can be asked of a user that is about who they are. */
export type HeadAct = 'edit' | 'role' | 'state' | 'signOut' | 'actAs'

type HeadProps = { user: User; onAct: (act: HeadAct) => void }

/** A value, and what changes it. */
const Changeable = ({ value, acts }: { value: ReactNode; acts: ReactNode }) => (
  <span className={classes.changeable}>
    <span>{value}</span>
    <span className={classes.changes}>{acts}</span>
  </span>
)

const small = { variant: 'default', size: 'compact-sm' } as const

function Invite({ user }: { user: User }) {
  const invite = useInvite(user)
  const singly = useSingleFlight()
  return (
    <Button
      {...small}
      loading={invite.isPending}
      onClick={() => singly((land) => invite.mutate(undefined, { onSettled: land }))}
    >
      Send invitation
    </Button>
  )
}

function SignedIn({ user, onAct }: HeadProps) {
  const { data, error, refetch } = useQuery(lastSession(user.id))
  if (error && !data)
    return (
      <Changeable
        value="Could not be loaded"
        acts={
          <Button {...small} onClick={() => void refetch()}>
            Try Again
          </Button>
        }
      />
    )
  if (!data) return <Skeleton height={20} />
  const [last] = data.items
  if (!last) return 'Nowhere'
  return (
    <Changeable
      value={`${plural(data.totalCount, 'session')}, last seen ${formatAgo(Date.parse(last.lastSeenAt), serverNow())}`}
      acts={
        <Button {...small} onClick={() => onAct('signOut')}>
          Sign out everywhere…
        </Button>
      }
    />
  )
}

function ClosedFacts({ user, closedAt }: { user: AdminUser; closedAt: string }) {
  return (
    <Facts
      facts={[
        { label: 'State', value: <Tag {...stateOf(user)} /> },
        { label: 'Role', value: titleCase(user.role) },
        { label: 'Created', value: formatDay(user.createdAt) },
        { label: 'Closed', value: formatDay(closedAt) },
      ]}
    />
  )
}

function HeadFacts({ user, onAct }: HeadProps) {
  const isOther = mayBeDecidedOn(user, useUser().id)
  const state = (
    <>
      {mayBeInvited(user) && <Invite user={user} />}
      {isOther && (
        <Button {...small} onClick={() => onAct('state')}>
          {user.isActive ? 'Deactivate…' : 'Activate…'}
        </Button>
      )}
    </>
  )
  const role = isOther && (
    <Button {...small} onClick={() => onAct('role')}>
      Change role…
    </Button>
  )
  return (
    <Facts
      facts={[
        { label: 'State', value: <Changeable value={<Tag {...stateOf(user)} />} acts={state} /> },
        { label: 'Role', value: <Changeable value={titleCase(user.role)} acts={role} /> },
        { label: 'Signed in', value: <SignedIn user={user} onAct={onAct} /> },
        { label: 'Phone', value: user.phone },
        { label: 'Company', value: user.companyName || unknown },
        { label: 'Created', value: formatDay(user.createdAt) },
      ]}
    />
  )
}

/** Who a user is, and what an administrator can do about it: nothing, where they have closed their account. */
export function UserHead({ user, onAct }: HeadProps & { user: AdminUser }) {
  const { id: adminId } = useUser()
  const { closedAt } = user
  return (
    <>
      <div className={classes.head}>
        <Avatar user={user} size={44} />
        <div className={classes.who}>
          <h2>{nameOf(user)}</h2>
          <p className={classes.hint}>{closedAt ? 'Who it was is erased.' : user.email}</p>
        </div>
      </div>
      <div className={classes.headActs}>
        <LinkButton variant="default" size="xs" to="/portal/users/$id/statistics" params={{ id: user.id }}>
          Statistics
        </LinkButton>
        {mayBeActedAs(user, adminId) && (
          <Button variant="default" size="xs" onClick={() => onAct('actAs')}>
            Act as {user.firstName}…
          </Button>
        )}
        {!closedAt && (
          <Button variant="default" size="xs" onClick={() => onAct('edit')}>
            Edit…
          </Button>
        )}
      </div>
      <div className={classes.headFacts}>
        {closedAt ? <ClosedFacts user={user} closedAt={closedAt} /> : <HeadFacts user={user} onAct={onAct} />}
      </div>
    </>
  )
}
