import { z } from 'zod'
import type { Services } from '../../platform/context.ts'
import { addJob, type Task } from '../../platform/jobs.ts'
import type { Db } from '../../platform/postgres/database.ts'
import { isPictureUsed } from './users.queries.ts'

export const forgetPictureJob = 'forget-picture'

const Kept = z.object({ key: z.string() })

/** An upload is over by then, so a picture that is nobody's will stay nobody's. */
const uploadMs = 3_600_000

/** Has the file of a picture removed that was somebody's, once the caller's transaction commits. */
export const forgetPicture = (db: Db, key: string): Promise<void> => addJob(db, forgetPictureJob, { key })

/** Has the file of a new picture removed in an hour, should it be nobody's then, as after a crash on the way. */
export const forgetPictureUnlessUsed = (db: Db, key: string): Promise<void> =>
  addJob(db, forgetPictureJob, { key }, { delayMs: uploadMs })

/** Removes the file of a picture that nobody has. */
export const runForgetPicture =
  ({ db, files }: Services): Task =>
  async (payload) => {
    const { key } = Kept.parse(payload)
    if (!(await isPictureUsed(db, key))) await files.remove(key)
  }
