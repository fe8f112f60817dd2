import { audit } from '../../platform/audit.ts'
import type { Context } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { inTransaction } from '../../platform/postgres/database.ts'
import { forgetPicture, forgetPictureUnlessUsed } from './forget-picture.ts'
import { newPictureKey, pictureUrl } from './picture-keys.ts'
import { squarePicture } from './square-picture.ts'
import { lockUser, updateUser } from './users.queries.ts'

/** Gives a user the picture in a JPEG, PNG or WebP; the one before is removed. UNPROCESSABLE for anything else. */
export async function updatePicture(ctx: Context, bytes: Uint8Array): Promise<{ profilePictureUrl: string }> {
  const square = await squarePicture(bytes, ctx.signal)
  const key = newPictureKey()
  await forgetPictureUnlessUsed(ctx.db, key)
  await ctx.files.write(key, [square])
  await replacePicture(ctx, key)
  return { profilePictureUrl: pictureUrl(key) }
}

/** Makes another picture a user's, or none; the file of the one before is removed after. */
export const replacePicture = (ctx: Context, key: string | null): Promise<void> =>
  inTransaction(ctx, async (inside) => {
    const { db, actor, clock } = inside
    const user = await lockUser(db, actor.userId)
    if (!user) throw notFound('Your account')
    if (user.pictureKey === key) return
    await updateUser(db, user.id, { pictureKey: key, updatedAt: clock.now() })
    if (user.pictureKey) await forgetPicture(db, user.pictureKey)
    await audit(inside, {
      action: key === null ? 'picture.removed' : 'picture.changed',
      object: { type: 'user', id: user.id },
    })
  })
