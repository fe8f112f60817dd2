import type { Db } from '../../../platform/postgres/database.ts'

type DeviceRow = { id: string; userId: string; tokenHash: Buffer; userAgent: string; createdAt: Date; expiresAt: Date }

export const insertDevice = (db: Db, device: DeviceRow) =>
  db
    .insertInto('rememberedDevices')
    .values({ ...device, lastUsedAt: device.createdAt })
    .execute()

export const listDevices = (db: Db, userId: string, now: Date) =>
  db
    .selectFrom('rememberedDevices')
    .select(['id', 'tokenHash', 'userAgent', 'createdAt', 'lastUsedAt', 'expiresAt'])
    .where('userId', '=', userId)
    .where('expiresAt', '>', now)
    .orderBy('lastUsedAt', 'desc')
    .orderBy('id')
    .execute()

/** False if the user has not asked to remember this device, or the time is over. */
export async function touchDevice(db: Db, userId: string, tokenHash: Buffer, now: Date): Promise<boolean> {
  const result = await db
    .updateTable('rememberedDevices')
    .set({ lastUsedAt: now })
    .where('userId', '=', userId)
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Gives the other users of a browser its new token. */
export const replaceDeviceToken = (db: Db, fromHash: Buffer, toHash: Buffer) =>
  db.updateTable('rememberedDevices').set({ tokenHash: toHash }).where('tokenHash', '=', fromHash).execute()

/** False if the user has no such device. */
export async function deleteDevice(db: Db, userId: string, id: string): Promise<boolean> {
  const result = await db
    .deleteFrom('rememberedDevices')
    .where('userId', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return result.numDeletedRows === 1n
}

export const deleteDeviceByToken = (db: Db, userId: string, tokenHash: Buffer) =>
  db.deleteFrom('rememberedDevices').where('userId', '=', userId).where('tokenHash', '=', tokenHash).execute()

/** Returns their number. */
export async function deleteDevices(db: Db, userId: string, exceptTokenHash?: Buffer): Promise<number> {
  const result = await db
    .deleteFrom('rememberedDevices')
    .where('userId', '=', userId)
    .$if(exceptTokenHash !== undefined, (query) => query.where('tokenHash', '!=', exceptTokenHash ?? Buffer.alloc(0)))
    .executeTakeFirst()
  return Number(result.numDeletedRows)
}

export const deleteLeastUsedDevices = (db: Db, userId: string, keep: number) =>
  db
    .deleteFrom('rememberedDevices')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('rememberedDevices')
        .select('id')
        .where('userId', '=', userId)
        .orderBy('lastUsedAt', 'desc')
        .orderBy('id')
        .offset(keep),
    )
    .execute()

export const deleteExpiredDevices = (db: Db, now: Date) =>
  db.deleteFrom('rememberedDevices').where('expiresAt', '<', now).execute()
