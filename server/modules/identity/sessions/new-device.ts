import { dayMs } from '@dooryard/contract/api/time'
import type { PublicContext } from '../../../platform/context.ts'
import { queueMail } from '../../../platform/mail/mail.ts'
import { newDeviceMail } from '../../../platform/mail/templates/sign-in.ts'
import { formatDevice } from '../../../platform/util/device.ts'
import { toCallersPortal } from '../../../platform/util/portal-address.ts'
import type { UserRow } from '../users/users.queries.ts'
import { listUserAgents, sessionRetentionDays } from './sessions.queries.ts'

/**
 * Mails a user who signs in with a browser that no session of the account had before: another browser or system, since
 * versions and internet addresses change all the time. The first sign-in of a new account mails nothing. Called before
 * the session is started, in its transaction.
 */
export async function mailNewDevice(ctx: PublicContext, user: UserRow): Promise<void> {
  const { userAgent, ipAddress } = ctx.caller
  const at = ctx.clock.now()
  const known = await listUserAgents(ctx.db, user.id)
  const device = formatDevice(userAgent)
  if (known.length === 0 ? isNew(user, at) : known.some((one) => formatDevice(one) === device)) return
  await queueMail(ctx, newDeviceMail(toCallersPortal(ctx), user, { device, ipAddress, at }))
}

/** Whether an account without sessions has never had any: older ones may have been purged. */
const isNew = ({ emailVerifiedAt }: UserRow, now: Date) =>
  emailVerifiedAt !== null && now.getTime() - emailVerifiedAt.getTime() < sessionRetentionDays * dayMs
