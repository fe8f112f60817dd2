import type { Session } from '@dooryard/contract/account'
import { Button } from '@mantine/core'
import { type LucideIcon, Monitor, Smartphone, Tablet, Terminal } from 'lucide-react'
import { type DeviceKind, deviceOf } from '../../lib/device.ts'
import { formatAgo, formatDay, formatDayAndTime } from '../../lib/format.ts'
import { signOut } from '../../lib/sign-out.ts'
import { Tag } from '../../ui/display/badges.tsx'
import { toastDone } from '../../ui/toasts/toasts.ts'
import classes from './account.module.css'
import { useEndSession } from './settings.data.ts'

const icons: Record<DeviceKind, LucideIcon> = {
  computer: Monitor,
  phone: Smartphone,
  tablet: Tablet,
  program: Terminal,
}

const clock = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' })

/** One device: what it is, where and when, and its end. */
export function SessionRow({ session, disabled }: { session: Session; disabled: boolean }) {
  const end = useEndSession()
  const { name, kind } = deviceOf(session.userAgent)
  const Icon = icons[kind]
  const { impersonation, isCurrent } = session
  const leave = () =>
    isCurrent ? signOut() : end.mutate(session.id, { onSuccess: () => toastDone(`${name} is signed out`) })
  return (
    <li className={classes.session}>
      <span className={classes.icon}>
        <Icon size={18} aria-hidden="true" />
      </span>
      <div className={classes.device}>
        <div className={classes.name}>
          <strong title={session.userAgent}>{name}</strong>
          {isCurrent && <Tag tone="good">This device</Tag>}
          {impersonation && (
            <Tag tone="warn">
              Support: {impersonation.adminEmail}, ends {clock.format(new Date(impersonation.expiresAt))}
            </Tag>
          )}
        </div>
        <p className={classes.hint}>
          <span>{session.ipAddress}</span>
          <span>signed in {formatDayAndTime(session.createdAt)}</span>
          <span>{isCurrent ? 'in use now' : `last seen ${formatAgo(Date.parse(session.lastSeenAt))}`}</span>
          {!impersonation && <span>expires by {formatDay(session.endsBy)}</span>}
        </p>
      </div>
      <Button
        variant="default"
        size="xs"
        disabled={disabled}
        loading={end.isPending}
        onClick={leave}
        aria-label={`Sign out ${isCurrent ? 'of this device' : name}`}
      >
        Sign out
      </Button>
    </li>
  )
}
