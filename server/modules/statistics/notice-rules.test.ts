import { exampleOf } from '@dooryard/contract/examples'
import { Operations } from '@dooryard/contract/operations'
import { expect, test } from 'vitest'
import { noticesOf } from './notice-rules.ts'

const well: Operations = Operations.parse(exampleOf(Operations))
const said = (of: Operations) => noticesOf(of).map(({ message }) => message)

/** The same with a store that stands so. */
function withStore(change: Partial<Operations['stores'][number]>): Operations {
  const [store] = well.stores
  if (!store) throw new Error('the example has a store')
  return { ...well, stores: [{ ...store, ...change }] }
}

test('where all is well there is nothing to look after', () => {
  expect(noticesOf(well)).toEqual([])
})

test('a store that is down comes first, with its reason', () => {
  const down = withStore({ isUp: false, problem: 'connection refused' })
  const all = { ...down, mails: { ...well.mails, failed: 2 }, jobs: { ...well.jobs, failed: 5 } }
  expect(said(all)).toEqual([
    'PostgreSQL does not answer: connection refused.',
    '3 jobs failed for good.',
    '2 mails could not be sent.',
  ])
  expect(noticesOf(all).map(({ isGrave }) => isGrave)).toEqual([true, false, false])
})

test('a store is slow once the simplest question takes more than half a second', () => {
  expect(noticesOf(withStore({ milliseconds: 500 }))).toEqual([])
  expect(noticesOf(withStore({ milliseconds: 1234.5 }))).toEqual([
    {
      ...{ kind: 'STORE_SLOW', isGrave: false },
      message: 'PostgreSQL is slow: the simplest question took 1235 ms.',
    },
  ])
})

test('connections are near their limit from four fifths of it', () => {
  expect(noticesOf(withStore({ connections: { open: 79, most: 100 } }))).toEqual([])
  expect(noticesOf(withStore({ connections: { open: 80, most: 100 } }))).toEqual([
    {
      ...{ kind: 'CONNECTIONS_NEAR_LIMIT', isGrave: false },
      message: 'PostgreSQL has 80 of its 100 connections in use. Raise max_connections.',
    },
  ])
})

test('a portal without a roll says that searches find nothing', () => {
  expect(noticesOf({ ...well, rolls: { ...well.rolls, count: 0 } })).toEqual([
    {
      kind: 'NO_ROLL',
      isGrave: false,
      message: 'No roll is imported, so searches find nothing. Import one under Data.',
    },
  ])
})

test('orders that wait for the contact provider are counted', () => {
  const waiting = (putOff: number) => said({ ...well, orders: { ...well.orders, putOff } })
  expect(waiting(1)).toEqual(['1 order waits for the contact provider, which cannot be reached.'])
  expect(waiting(2)).toEqual(['2 orders wait for the contact provider, which cannot be reached.'])
})

test('webhooks that fail are counted', () => {
  expect(noticesOf({ ...well, webhooks: { ...well.webhooks, failing: 2 } })).toEqual([
    {
      ...{ kind: 'WEBHOOKS_FAILING', isGrave: false },
      message: 'Failing webhooks, or disabled within a day because they failed: 2.',
    },
  ])
})

test('jobs that wait are late once they are due for a minute, and only where somebody could take them', () => {
  const due = (seconds: number) => new Date(Date.parse(well.at) - seconds * 1000).toISOString()
  const waiting = (seconds: number) => ({ ...well, jobs: { ...well.jobs, waiting: 1, oldestDue: due(seconds) } })
  expect(said(waiting(59))).toEqual([])
  expect(said(waiting(61))).toEqual(['Jobs have been due for more than a minute: the workers do not keep up.'])
  expect(said({ ...waiting(61), workers: [] })).toEqual(['No worker is running, so no order, import or mail goes on.'])
})
