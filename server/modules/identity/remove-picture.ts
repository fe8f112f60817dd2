import type { Context } from '../../platform/context.ts'
import { replacePicture } from './update-picture.ts'

/** Removes a user's picture; that there is none is fine. */
export async function removePicture(ctx: Context): Promise<undefined> {
  await replacePicture(ctx, null)
}
