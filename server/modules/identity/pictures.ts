import { randomBytes } from 'node:crypto'
import { hourMs } from '@dooryard/contract/time'
import { z } from 'zod'
import { audit } from '../../platform/audit.ts'
import type { Context, PublicContext, Services } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { addJob, type Task } from '../../platform/jobs.ts'
import { type Db, inTransaction } from '../../platform/postgres/database.ts'
import { squarePicture } from './square-picture.ts'
import { isPictureUsed, lockUser, updateUser } from './users.queries.ts'

const folder = 'pictures/'

/** A name that nobody guesses. */
export const newPictureKey = () => `${folder}${randomBytes(16).toString('hex')}.webp`

export const pictureKey = (name: string) => `${folder}${name}`

export const pictureUrl = (key: string) => `/v1/${key}`

/** UNPROCESSABLE for anything but a JPEG, PNG or WebP. */
export async function updatePicture(ctx: Context, bytes: Uint8Array): Promise<{ profilePictureUrl: string }> {
  const square = await squarePicture(bytes, ctx.signal)
  const key = newPictureKey()
  await forgetPictureUnlessUsed(ctx.db, key)
  await ctx.files.write(key, [square])
  await replacePicture(ctx, key)
  return { profilePictureUrl: pictureUrl(key) }
}

export const replacePicture = (ctx: Context, key: string | null): Promise<void> =>
  inTransaction(ctx, async (inside) => {
    const { db, actor, clock } = inside
    const user = await lockUser(db, actor.userId)
    if (!user) throw notFound('Your account')
    if (user.pictureKey === key) return
    await updateUser(db, user.id, { pictureKey: key, updatedAt: clock.now() })
    if (user.pictureKey) await forgetPicture(db, user.pictureKey)
    const action = key === null ? 'picture.removed' : 'picture.changed'
    await audit(inside, { action, object: { type: 'user', id: user.id } })
  })

export async function removePicture(ctx: Context): Promise<undefined> {
  await replacePicture(ctx, null)
}

/** A picture's address is never given to another, so caches may keep it. */
export async function showPicture({ db, files }: PublicContext, picture: string) {
  const key = pictureKey(picture)
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

export const forgetPictureJob = 'purge-picture'

const Kept = z.object({ key: z.string() })

/** An upload is over by then, so a picture that is nobody's will stay nobody's. */
const uploadMs = hourMs

export const forgetPicture = (db: Db, key: string): Promise<void> => addJob(db, forgetPictureJob, { key })

/** Removes the file in an hour, should nobody have the picture then, as after a crash. */
export const forgetPictureUnlessUsed = (db: Db, key: string): Promise<void> =>
  addJob(db, forgetPictureJob, { key }, { delayMs: uploadMs })

export const runForgetPicture =
  ({ db, files }: Services): Task =>
  async (payload) => {
    const { key } = Kept.parse(payload)
    if (!(await isPictureUsed(db, key))) await files.remove(key)
  }
