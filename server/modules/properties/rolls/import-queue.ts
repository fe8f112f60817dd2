import { addJob } from '../../../platform/jobs.ts'
import type { Db } from '../../../platform/postgres/database.ts'

export const importRollJob = 'import-roll'

/** What tells that an import has changed. */
export const importTopic = (id: string) => `roll-import:${id}`

/** The most often that one import is taken up, killed workers included; unforeseen failures give it up before. */
const maxAttempts = 12

/** Adds the job that imports an uploaded file, inside the caller's transaction. */
export const addImportJob = (db: Db, importId: string): Promise<void> =>
  // One import at a time: each takes a worker for minutes, and orders wait for the others.
  addJob(db, importRollJob, { importId }, { jobKey: `roll-import:${importId}`, queue: 'roll-imports', maxAttempts })
