import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../../log.ts'
import type { ErrorReports } from './error-reports.ts'

type CrashDeps = { log: Log; reports: Pick<ErrorReports, 'report' | 'close'>; layer: 'API' | 'WORKER' }

/** A longer report is given up: the process is in an unknown state and ends. */
const reportMs = 3_000

/** Reports an exception that nothing caught, or a rejection that nothing awaited, before the process ends by it. */
export function reportCrashes({ log, reports, layer }: CrashDeps): void {
  process.on('uncaughtException', (error, origin) => {
    log.fatal({ err: error, origin }, 'The process ends by an error that nothing caught')
    reports.report(error, { layer, place: origin })
    void Promise.race([reports.close(), sleep(reportMs)]).finally(() => process.exit(1))
  })
}
