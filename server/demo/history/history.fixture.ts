import { join } from 'node:path'
import { composeApp } from '../../compose/app.ts'
import { composeSchedule, composeTasks } from '../../compose/jobs.ts'
import { defaultOwners } from '../../environment.ts'
import { createApiKeyService } from '../../modules/api-keys/index.ts'
import { type Portal, testUploadLimits } from '../../test/portal.ts'
import { testServerInfo } from '../../test/server-info.ts'
import { seedDemo } from '../demo.ts'
import { createPastDelivery } from './past-mails.ts'
import { type HistoryParts, type HistoryWriting, startHistory } from './start-history.ts'

/** A new demo, before its history. */
export const seedDemoWithHistory = (portal: Portal) =>
  seedDemo({ ...portal.services, ...portal.billing }, { printLine: () => undefined, mapFile: null, hasHistory: true })

type WriteOptions = { generators?: HistoryParts['generators']; failures?: number }

/** `failures` are how often it fails before it begins. */
export function writeHistory(portal: Portal, { generators, failures = 0 }: WriteOptions = {}): HistoryWriting {
  let left = failures
  const { services, billing, hub, outbound, errors, folder, shared, clock } = portal
  const compose: HistoryParts['compose'] = (past) => {
    if (left-- > 0) throw new Error('The store is gone for a moment.')
    const app = composeApp(past, hub, {
      importDir: join(folder, 'import'),
      uploadLimits: testUploadLimits,
      owners: defaultOwners,
      ...{ isDemo: true, hasOutbox: true, isExposed: false },
      limiter: { count: async () => [] },
      keys: createApiKeyService(past),
      billing: past,
      ...{ outbound, errors, trustedProxies: [], corsOrigins: [], signInProviders: [] },
      serverInfo: testServerInfo(clock.now(), ['api', 'worker']),
      sessionDays: { user: 90, administrator: 30 },
      state: () => 'ready',
      checkStores: async () => true,
    })
    const deliver = createPastDelivery(past, { hasOutbox: true })
    return {
      fetch: app.fetch,
      tasks: composeTasks(past, { deliver, billing: past, contacts: past.contacts }),
      schedule: composeSchedule(past, past),
    }
  }
  return startHistory({
    ...{ services, billing, compose, ...(generators && { generators }) },
    ...{ connectionString: shared.connectionString, pauseMs: 10 },
  })
}
