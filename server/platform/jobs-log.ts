import { Logger } from 'graphile-worker'
import type { Log } from './log.ts'

/** Passes what the job library has to say to our log; its everyday news at debug level. */
export const workerLogger = (log?: Log) =>
  new Logger(() => (level, message) => {
    if (level === 'error') log?.error({ part: 'jobs' }, message)
    else if (level === 'warning') log?.warn({ part: 'jobs' }, message)
    else log?.debug({ part: 'jobs' }, message)
  })
