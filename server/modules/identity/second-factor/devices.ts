import { dayMs } from '@dooryard/contract/api/time'
import { audit } from '../../../platform/audit.ts'
import type { Context, PublicContext } from '../../../platform/context.ts'
import { hashToken, newToken } from '../../../platform/crypto/tokens.ts'
import { notFound } from '../../../platform/errors/app-error.ts'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { newId } from '../../../platform/util/ids.ts'
import {
  deleteDevice,
  deleteDeviceByToken,
  deleteDevices,
  deleteLeastUsedDevices,
  insertDevice,
  replaceDeviceToken,
  touchDevice,
} from './devices.queries.ts'

export const rememberedDeviceDays = 30

const maxDevices = 20

export const isDeviceRemembered = async (ctx: PublicContext, userId: string): Promise<boolean> =>
  ctx.device?.token !== undefined && touchDevice(ctx.db, userId, hashToken(ctx.device.token), ctx.clock.now())

type DeviceToken = { token: string; expiresAt: Date }

/**
 * The token is always a new one, never the one of the request: another site on the same domain could have set that. The
 * 21st device replaces the least recently used one.
 */
export async function addDevice({ db, clock, caller, device }: PublicContext, userId: string): Promise<DeviceToken> {
  const token = newToken()
  const tokenHash = hashToken(token)
  if (device?.token !== undefined) {
    const former = hashToken(device.token)
    await deleteDeviceByToken(db, userId, former)
    await replaceDeviceToken(db, former, tokenHash)
  }
  const now = clock.now()
  const expiresAt = new Date(now.getTime() + rememberedDeviceDays * dayMs)
  await insertDevice(db, { id: newId(), userId, tokenHash, userAgent: caller.userAgent, createdAt: now, expiresAt })
  await deleteLeastUsedDevices(db, userId, maxDevices)
  return { token, expiresAt }
}

/** NOT_FOUND for a device that is not remembered, or by another user. */
export const removeDevice = (ctx: Context, id: string): Promise<undefined> =>
  inTransaction(ctx, async (tx) => {
    if (!(await deleteDevice(tx.db, tx.actor.userId, id))) throw notFound('This device')
    return auditForgotten(tx, 1)
  })

export const removeDevices = (ctx: Context): Promise<undefined> =>
  inTransaction(ctx, async (tx) => auditForgotten(tx, await deleteDevices(tx.db, tx.actor.userId)))

async function auditForgotten(ctx: Context, devices: number): Promise<undefined> {
  const object = { type: 'user', id: ctx.actor.userId }
  if (devices > 0) await audit(ctx, { action: 'second_factor.devices_forgotten', object, after: { devices } })
}
