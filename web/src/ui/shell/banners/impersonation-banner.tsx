import type { User } from '@dooryard/contract/identity/users'
import { Button } from '@mantine/core'
import { UserCog } from 'lucide-react'
import { useEffect, useState } from 'react'
import { toTitleCase } from '../../../lib/format/format.ts'
import { formatUserName } from '../../../lib/format/user-name.ts'
import { getServerTime } from '../../../lib/session/server-clock.ts'
import { session, useSession } from '../../../lib/session/session.ts'
import { stopImpersonating } from '../../../lib/session/sign-out.ts'
import classes from './impersonation-banner.module.css'

const getMinutesUntil = (instant: string) => Math.ceil((Date.parse(instant) - getServerTime()) / 60_000)

/** Whole minutes until an instant, rounded up and counted down. */
function useMinutesUntil(instant: string): number {
  const [minutes, setMinutes] = useState(() => getMinutesUntil(instant))
  useEffect(() => {
    const ticking = setInterval(() => setMinutes(getMinutesUntil(instant)), 1000)
    return () => clearInterval(ticking)
  }, [instant])
  return minutes
}

const formatMinutesLeft = (minutes: number) => (minutes > 1 ? `${minutes} min left` : 'Less than a minute left')

function Bar({ user, expiresAt }: { user: User; expiresAt: string }) {
  const minutes = useMinutesUntil(expiresAt)
  const [isStopping, setIsStopping] = useState(false)
  const [isThere, setIsThere] = useState(false)
  // Screen readers announce changes only in an element that already exists.
  useEffect(() => setIsThere(true), [])
  useEffect(() => {
    if (minutes <= 0) session.end('expired')
  }, [minutes])
  const stop = () => {
    setIsStopping(true)
    void stopImpersonating()
  }
  return (
    <section className={classes.bar} aria-label="Impersonation">
      <UserCog size={18} aria-hidden="true" className={classes.icon} />
      <p role="status" className={classes.words}>
        {isThere && `Impersonating ${formatUserName(user)} (${toTitleCase(user.role)})`}
      </p>
      <span className={classes.left}>{formatMinutesLeft(minutes)}</span>
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
