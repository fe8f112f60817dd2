import { randomInt } from 'node:crypto'
import type { Services } from '../../platform/context.ts'
import { addSealedJob } from '../../platform/sealed-jobs.ts'

const longestPauseMs = 1_000

/**
 * Adds a sealed job that starts after a random pause of up to a second. What it does depends on whether an email has
 * an account, and where the process that answers calls does the jobs too, just the calls that follow would be slowed.
 */
export const addQuietJob = (ctx: Services, name: string, payload: unknown): Promise<void> =>
  addSealedJob(ctx, name, payload, { delayMs: randomInt(longestPauseMs) })
