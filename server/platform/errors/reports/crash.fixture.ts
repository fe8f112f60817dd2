import { composeErrorReports } from '../../../compose/error-reports.ts'
import type { Services } from '../../context.ts'
import { createLog } from '../../log.ts'
import { createDatabase, openPool } from '../../postgres/database.ts'
import { reportCrashes } from './report-crashes.ts'

// A process of its own, which ends by a rejection that nothing awaits.
const log = createLog('fatal')
const db = createDatabase(openPool(process.argv[2] ?? ''))
// Reports need no other services.
const reports = await composeErrorReports({}, { db, log, clock: { now: () => new Date() } } as Services)
reportCrashes({ log, reports, layer: 'WORKER' })
void Promise.reject(new RangeError('Nothing awaits this'))
