import type { PublicContext } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { pictureKey } from './picture-keys.ts'
import { isPictureUsed } from './users.queries.ts'

/**
 * A picture that somebody has now. Its address is never given to another, so it may be kept for as long as one likes.
 */
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
