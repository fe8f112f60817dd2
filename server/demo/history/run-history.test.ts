import { minuteMs } from '@dooryard/contract/api/time'
import { afterAll, expect, test } from 'vitest'
import { noContactProvider } from '../../modules/contacts/index.ts'
import { everyMinute, type Schedule } from '../../platform/jobs/schedule.ts'
import { testPortal } from '../../test/portal.ts'
import { createHistoryClock } from './history-clock.ts'
import { runHistory } from './run-history.ts'

const portal = await testPortal()
afterAll(portal.close)

test('renewals run when a history goes on and after failures, daily jobs after a step past midnight', async () => {
  const startsAt = new Date('2026-03-03T23:50:00Z')
  const endsAt = new Date('2026-03-04T00:30:00Z')
  const clock = createHistoryClock(startsAt)
  const { signal } = new AbortController()
  const runs: string[] = []
  const record = (name: string) => async () => {
    runs.push(name)
    if (runs.length === 1) throw new Error('The store is gone for a moment.')
  }
  const schedule: Schedule = {
    'run-sandbox': everyMinute(record('run-sandbox')),
    'expire-orders': everyMinute(record('expire-orders')),
  }
  const run = async () => clock.moveTo(new Date(clock.now().getTime() + 20 * minuteMs))
  await runHistory({
    services: {
      ...{ ...portal.services, ...portal.billing, contacts: noContactProvider, clock, signal },
      as: () => Promise.reject(new Error('nobody calls')),
      fetch: () => new Response(),
    },
    position: { startsAt, endsAt, writtenUntil: startsAt, lastStep: null },
    steps: [{ at: new Date(startsAt.getTime() + minuteMs), name: 'a long step', run }],
    ...{ tasks: {}, schedule, signal },
  })
  expect(runs).toEqual(['run-sandbox', 'run-sandbox', 'expire-orders'])
})
