import { randomBytes } from 'node:crypto'
import { hourMs } from '@dooryard/contract/api/time'
import { z } from 'zod'
import { audit } from '../../../platform/audit.ts'
import type { Context, PublicContext, Services } from '../../../platform/context.ts'
import { notFound } from '../../../platform/errors/app-error.ts'
import { addJob, type Task } from '../../../platform/jobs/jobs.ts'
import { type Db, inTransaction } from '../../../platform/postgres/database.ts'
import { isPictureUsed, lockUser, updateUser } from '../users/users.queries.ts'
import { cropToSquare } from './crop-picture.ts'

const picturesFolder = 'pictures/'

/** An unguessable name. */
export const generatePictureKey = () => `${picturesFolder}${randomBytes(16).toString('hex')}.webp`

export const toPictureKey = (name: string) => `${picturesFolder}${name}`

export const toPictureUrl = (key: string) => `/v1/${key}`

/** UNPROCESSABLE for anything but JPEG, PNG or WebP. */
export async function updatePicture(ctx: Context, bytes: Uint8Array): Promise<{ profilePictureUrl: string }> {
  const square = await cropToSquare(bytes, ctx.signal)
  const key = generatePictureKey()
  await queueOrphanedPictureDeletion(ctx.db, key)
  await ctx.files.write(key, [square])
  await replacePicture(ctx, key)
  return { profilePictureUrl: toPictureUrl(key) }
}

export const replacePicture = (ctx: Context, key: string | null): Promise<void> =>
  inTransaction(ctx, async (tx) => {
    const { db, actor, clock } = tx
    const user = await lockUser(db, actor.userId)
    if (!user) throw notFound('Your account')
    if (user.pictureKey === key) return
    await updateUser(db, user.id, { pictureKey: key, updatedAt: clock.now() })
    if (user.pictureKey) await queuePictureDeletion(db, user.pictureKey)
    const action = key === null ? 'picture.removed' : 'picture.changed'
    await audit(tx, { action, object: { type: 'user', id: user.id } })
  })

export async function removePicture(ctx: Context): Promise<undefined> {
  await replacePicture(ctx, null)
}

/** A picture's URL is never reused, so caches may keep it. */
export async function getPictureFile({ db, files }: PublicContext, picture: string) {
  const key = toPictureKey(picture)
  if (!(await isPictureUsed(db, key)) || !(await files.exists(key))) throw notFound('This picture')
  return {
    fileName: picture,
    contentType: 'image/webp',
    size: await files.size(key),
    body: files.read(key),
    inline: true,
    cacheControl: 'private, max-age=31536000, immutable',
  } as const
}

export const purgePictureJob = 'purge-picture'

const DeletePicturePayload = z.object({ key: z.string() })

/** An upload is over by then, so an unused picture stays unused. */
const orphanDelayMs = hourMs

export const queuePictureDeletion = (db: Db, key: string): Promise<void> => addJob(db, purgePictureJob, { key })

/** Deletes the file after an hour if no user has the picture then, as after a crash. */
export const queueOrphanedPictureDeletion = (db: Db, key: string): Promise<void> =>
  addJob(db, purgePictureJob, { key }, { delayMs: orphanDelayMs })

export const runDeletePicture =
  ({ db, files }: Services): Task =>
  async (payload) => {
    const { key } = DeletePicturePayload.parse(payload)
    if (!(await isPictureUsed(db, key))) await files.remove(key)
  }
