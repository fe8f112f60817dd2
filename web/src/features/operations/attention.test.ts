import { exampleOf } from '@dooryard/contract/examples'
import { Operations } from '@dooryard/contract/operations'
import { expect, test } from 'vitest'
import { attentionTo } from './attention.ts'

const well: Operations = exampleOf(Operations)

test('where all is well there is nothing to look after', () => {
  expect(attentionTo(well)).toEqual([])
})

test('a store that is down comes first, with its reason', () => {
  const [store] = well.stores
  if (!store) throw new Error('the example has a store')
  const down = { ...store, isUp: false, problem: 'connection refused' }
  expect(
    attentionTo({ ...well, stores: [down], mails: { ...well.mails, failed: 2 }, jobs: { ...well.jobs, failed: 5 } }),
  ).toEqual([
    'PostgreSQL does not answer: connection refused.',
    '3 jobs failed for good.',
    '2 mails could not be sent.',
  ])
})

test('jobs that wait are late once they are due for a minute, and only where somebody could take them', () => {
  const due = (seconds: number) => new Date(Date.parse(well.at) - seconds * 1000).toISOString()
  const waiting = (seconds: number) => ({ ...well, jobs: { ...well.jobs, waiting: 1, oldestDue: due(seconds) } })
  expect(attentionTo(waiting(59))).toEqual([])
  expect(attentionTo(waiting(61))).toEqual(['Jobs have been due for more than a minute: the workers do not keep up.'])
  expect(attentionTo({ ...waiting(61), workers: [] })).toEqual([
    'No worker is running, so no order, import or mail goes on.',
  ])
})
