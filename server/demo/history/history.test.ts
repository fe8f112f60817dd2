import { about } from '@dooryard/contract/about'
import { afterAll, expect, test } from 'vitest'
import { composeSchedule, composeTasks } from '../../compose.ts'
import { noContactProvider } from '../../modules/contacts/index.ts'
import { anonymousCaller } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { seedDemo } from '../demo.ts'
import type { HistoryServices } from './history-step.ts'
import { startHistory } from './start-history.ts'

const portal = await testPortal({ demoRows: 500 })
afterAll(portal.close)

const parts = () =>
  ({
    services: portal.services,
    billing: portal.billing,
    contacts: noContactProvider,
    connectionString: portal.shared.connectionString,
    compose: (past: HistoryServices) => ({
      tasks: composeTasks(past, { deliver: async () => undefined, billing: past, contacts: past.contacts }),
      schedule: composeSchedule(past, past),
    }),
  }) satisfies Parameters<typeof startHistory>[0]

test('a new demo begins with a year that is written in the background, once', async () => {
  const services = { ...portal.services, ...portal.billing }
  await seedDemo(services, { printLine: () => undefined, mapFile: null, hasHistory: true })
  const before = await anonymousCaller(portal).call(about.get)
  expect(before.body.demoHistory).toEqual({ percent: 0 })
  await startHistory(parts()).done
  expect((await anonymousCaller(portal).call(about.get)).body.demoHistory).toBe(null)
  expect(portal.logged.filter((line) => line.includes('"level":"warn"') || line.includes('"level":40'))).toEqual([])
}, 60000)
