import { Operations } from '@dooryard/contract/admin/operations'
import { getExample } from '@dooryard/contract/api/examples'
import { expect, test } from 'vitest'
import { buildNotices } from './notice-rules.ts'

const healthy: Operations = Operations.parse(getExample(Operations))
const listMessages = (of: Operations) => buildNotices(of).map(({ message }) => message)

/** Returns the healthy state with a changed store. */
function withStoreChange(change: Partial<Operations['stores'][number]>): Operations {
  const [store] = healthy.stores
  if (!store) throw new Error('the example has a store')
  return { ...healthy, stores: [{ ...store, ...change }] }
}

test('a healthy portal has no notices', () => {
  expect(buildNotices(healthy)).toEqual([])
})

test('a store that is down comes first, with its reason', () => {
  const down = withStoreChange({ isUp: false, problem: 'connection refused' })
  const all = { ...down, mails: { ...healthy.mails, failed: 2 }, jobs: { ...healthy.jobs, failed: 5 } }
  expect(listMessages(all)).toEqual([
    'PostgreSQL does not answer: connection refused.',
    '3 jobs failed for good.',
    '2 mails could not be sent.',
  ])
  expect(buildNotices(all).map(({ isGrave }) => isGrave)).toEqual([true, false, false])
})

test('a store is slow once the simplest query takes more than half a second', () => {
  expect(buildNotices(withStoreChange({ milliseconds: 500 }))).toEqual([])
  expect(buildNotices(withStoreChange({ milliseconds: 1234.5 }))).toEqual([
    {
      ...{ kind: 'STORE_SLOW', isGrave: false },
      message: 'PostgreSQL is slow: the simplest question took 1235 ms.',
    },
  ])
})

test('connections are near their limit from four fifths of it', () => {
  expect(buildNotices(withStoreChange({ connections: { open: 79, most: 100 } }))).toEqual([])
  expect(buildNotices(withStoreChange({ connections: { open: 80, most: 100 } }))).toEqual([
    {
      ...{ kind: 'CONNECTIONS_NEAR_LIMIT', isGrave: false },
      message: 'PostgreSQL has 80 of its 100 connections in use. Raise max_connections.',
    },
  ])
})

test('a portal without a county dataset says that searches find nothing', () => {
  expect(buildNotices({ ...healthy, rolls: { ...healthy.rolls, count: 0 } })).toEqual([
    {
      kind: 'NO_ROLL',
      isGrave: false,
      message: 'No roll is imported, so searches find nothing. Import one under Data.',
    },
  ])
})

test('orders that wait for the contact provider are counted', () => {
  const waiting = (putOff: number) => listMessages({ ...healthy, orders: { ...healthy.orders, putOff } })
  expect(waiting(1)).toEqual(['1 order waits for the contact provider, which cannot be reached.'])
  expect(waiting(2)).toEqual(['2 orders wait for the contact provider, which cannot be reached.'])
})

test('failing webhooks are counted', () => {
  expect(buildNotices({ ...healthy, webhooks: { ...healthy.webhooks, failing: 2 } })).toEqual([
    {
      ...{ kind: 'WEBHOOKS_FAILING', isGrave: false },
      message: 'Failing webhooks, or disabled within a day because they failed: 2.',
    },
  ])
})

test('waiting jobs are overdue after a minute, and only if a worker is running', () => {
  const due = (seconds: number) => new Date(Date.parse(healthy.at) - seconds * 1000).toISOString()
  const waiting = (seconds: number) => ({ ...healthy, jobs: { ...healthy.jobs, waiting: 1, oldestDue: due(seconds) } })
  expect(listMessages(waiting(59))).toEqual([])
  expect(listMessages(waiting(61))).toEqual(['Jobs have been due for more than a minute: the workers do not keep up.'])
  expect(listMessages({ ...waiting(61), workers: [] })).toEqual([
    'No worker is running, so no order, import or mail is processed.',
  ])
})
