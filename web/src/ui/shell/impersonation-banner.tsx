import type { User } from '@dooryard/contract/users'
import { Button } from '@mantine/core'
import { UserCog } from 'lucide-react'
import { useEffect, useState } from 'react'
import { serverNow } from '../../lib/clock.ts'
import { titleCase } from '../../lib/format.ts'
import { nameOf } from '../../lib/names.ts'
import { session, useSession } from '../../lib/session.ts'
import { stopActing } from '../../lib/sign-out.ts'
import classes from './impersonation-banner.module.css'

const minutesUntil = (instant: string) => Math.ceil((Date.parse(instant) - serverNow()) / 60_000)

/** Whole minutes until an instant, rounded up; counted down while it is looked at. */
function useMinutesUntil(instant: string): number {
  const [minutes, setMinutes] = useState(() => minutesUntil(instant))
  useEffect(() => {
    const ticking = setInterval(() => setMinutes(minutesUntil(instant)), 1000)
    return () => clearInterval(ticking)
  }, [instant])
  return minutes
}

const inWords = (minutes: number) => (minutes > 1 ? `${minutes} min left` : 'Less than a minute left')

function Bar({ user, expiresAt }: { user: User; expiresAt: string }) {
  const minutes = useMinutesUntil(expiresAt)
  const [isStopping, setIsStopping] = useState(false)
  const [isThere, setIsThere] = useState(false)
  // A screen reader says what changes in a place that it knows already.
  useEffect(() => setIsThere(true), [])
  useEffect(() => {
    if (minutes <= 0) session.end('expired')
  }, [minutes])
  const stop = () => {
    setIsStopping(true)
    void stopActing()
  }
  return (
    <section className={classes.bar} aria-label="Acting as another user">
      <UserCog size={18} aria-hidden="true" className={classes.icon} />
      <p role="status" className={classes.words}>
        {isThere && `Acting as ${nameOf(user)} (${titleCase(user.role)})`}
      </p>
      <span className={classes.left}>{inWords(minutes)}</span>
      <Button className={classes.stop} size="compact-sm" loading={isStopping} onClick={stop}>
        Stop
      </Button>
    </section>
  )
}

export function ImpersonationBanner() {
  const { user, afterImpersonationState: own } = useSession()
  return user && own && <Bar key={user.id} user={user} expiresAt={own.expiresAt} />
}
