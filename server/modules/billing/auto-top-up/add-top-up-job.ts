import { addJob } from '../../../platform/jobs.ts'
import type { Db } from '../../../platform/postgres/database.ts'
import { balanceBelowJob } from '../../credits/index.ts'

/** As the ledger adds it when a balance falls: one waits for each user at most. */
export const addTopUpJob = (db: Db, userId: string): Promise<void> =>
  addJob(db, balanceBelowJob, { userId }, { jobKey: `${balanceBelowJob}:${userId}` })
