import { dayMs } from '@dooryard/contract/time'
import type { z } from 'zod'
import type { Clock } from './clock.ts'
import { deleteGivenUpJobs } from './jobs.queries.ts'
import { type AddJobOptions, addJob, type JobRun, type Task } from './jobs.ts'
import type { Log } from './log.ts'
import type { Db } from './postgres/database.ts'
import { seal, unseal } from './sealed.ts'
import type { Secrets } from './secrets.ts'

export const addSealedJob = (
  { db, secrets }: { db: Db; secrets: Secrets },
  name: string,
  payload: unknown,
  options?: AddJobOptions,
): Promise<void> => addJob(db, name, { sealed: seal(secrets, name, payload) }, options)

/**
 * A payload that cannot be decrypted is given up at once: after a change of the secret no retry could read it. One that
 * does not fit the schema, as of another release, fails and is tried again.
 */
export const sealedTask =
  <Payload>(
    { secrets, log }: { secrets: Secrets; log: Log },
    name: string,
    schema: z.ZodType<Payload>,
    work: (payload: Payload, run: JobRun) => Promise<void>,
  ): Task =>
  async (given, run) => {
    let opened: unknown
    try {
      // Whatever else was given throws here, as what cannot be decrypted does.
      opened = unseal(secrets, name, (given as { sealed: string }).sealed)
    } catch (error) {
      log.error({ err: error, job: name }, 'A job cannot be decrypted and is given up. Was DOORYARD_SECRET changed?')
      return
    }
    await work(schema.parse(opened), run)
  }

export const givenUpKeptDays = 30

/** Payloads name people, so they are not kept for ever. */
export const forgetGivenUp = ({ db, clock }: { db: Db; clock: Clock }): Promise<void> =>
  deleteGivenUpJobs(db, new Date(clock.now().getTime() - givenUpKeptDays * dayMs))
