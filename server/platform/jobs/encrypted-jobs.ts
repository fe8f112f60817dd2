import { dayMs } from '@dooryard/contract/api/time'
import type { z } from 'zod'
import { decrypt, encrypt } from '../crypto/encrypt.ts'
import type { Secrets } from '../crypto/secrets.ts'
import type { Log } from '../log.ts'
import type { Db } from '../postgres/database.ts'
import type { Clock } from '../util/clock.ts'
import { deleteExhaustedJobs } from './jobs.queries.ts'
import { type AddJobOptions, addJob, type JobRun, type Task } from './jobs.ts'

export const addEncryptedJob = (
  { db, secrets }: { db: Db; secrets: Secrets },
  name: string,
  payload: unknown,
  options?: AddJobOptions,
): Promise<void> => addJob(db, name, { sealed: encrypt(secrets, name, payload) }, options)

/**
 * A payload that cannot be decrypted fails at once: after a change of the secret, no retry could read it. One that
 * does not match the schema, as from another release, fails and is retried.
 */
export const createEncryptedTask =
  <Payload>(
    { secrets, log }: { secrets: Secrets; log: Log },
    name: string,
    schema: z.ZodType<Payload>,
    work: (payload: Payload, run: JobRun) => Promise<void>,
  ): Task =>
  async (given, run) => {
    let opened: unknown
    try {
      // Any other payload throws here, like one that cannot be decrypted.
      opened = decrypt(secrets, name, (given as { sealed: string }).sealed)
    } catch (error) {
      log.error({ err: error, job: name }, 'A job cannot be decrypted and is given up. Was DOORYARD_SECRET changed?')
      return
    }
    await work(schema.parse(opened), run)
  }

export const exhaustedJobsKeptDays = 30

/** Payloads name people, so they are not kept forever. */
export const purgeExhaustedJobs = ({ db, clock }: { db: Db; clock: Clock }): Promise<void> =>
  deleteExhaustedJobs(db, new Date(clock.now().getTime() - exhaustedJobsKeptDays * dayMs))
