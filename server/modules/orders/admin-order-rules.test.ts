import { internalStatuses } from '@dooryard/contract/order'
import type { Owner } from '@dooryard/contract/owner'
import { expect, test } from 'vitest'
import { mayFail, retryRefusal } from './admin-order-rules.ts'

const owner: Owner = {
  id: '1',
  firstName: 'Erin',
  lastName: 'Prize',
  email: 'erin@example.com',
  role: 'ENTERPRISE_USER',
  isActive: true,
}
const failed = { internalStatus: 'FAILED', campaignId: '2', owner, job: undefined, retriedAs: undefined } as const

test('what is under way may be tried again and ended, what failed may be tried again, and what else is over neither', () => {
  const under = ['QUEUED', 'SELECTING', 'TRACING', 'SCRUBBING', 'ASSEMBLING']
  const retried = internalStatuses.filter((internalStatus) => !retryRefusal({ ...failed, internalStatus }))
  expect(retried).toEqual([...under, 'FAILED'])
  expect(internalStatuses.filter(mayFail)).toEqual(under)
})

test('what somebody is at work on is theirs, and what waits is not', () => {
  const refusalWith = (job: { isRunning: boolean }) => retryRefusal({ ...failed, internalStatus: 'TRACING', job })
  expect(refusalWith({ isRunning: true })).toMatchObject({ code: 'CONFLICT' })
  expect(refusalWith({ isRunning: false })).toBeNull()
})

test('an order under way is tried again whoever owns it by now', () => {
  const closed = { ...owner, isActive: false, role: 'AFFILIATE_USER' as const }
  expect(retryRefusal({ ...failed, internalStatus: 'QUEUED', owner: closed })).toBeNull()
})

test('a failed order is placed again once, for an active owner of the role that orders so', () => {
  expect(retryRefusal(failed)).toBeNull()
  expect(retryRefusal({ ...failed, retriedAs: '3' })).toMatchObject({ code: 'CONFLICT' })
  expect(retryRefusal({ ...failed, owner: undefined })).toMatchObject({ code: 'UNPROCESSABLE' })
  expect(retryRefusal({ ...failed, owner: { ...owner, isActive: false } })).toMatchObject({ code: 'UNPROCESSABLE' })
  const consumer = { ...owner, role: 'CONSUMER_USER' as const }
  expect(retryRefusal({ ...failed, owner: consumer })).toMatchObject({ code: 'UNPROCESSABLE' })
  expect(retryRefusal({ ...failed, campaignId: null })).toMatchObject({ code: 'UNPROCESSABLE' })
  expect(retryRefusal({ ...failed, campaignId: null, owner: consumer })).toBeNull()
})
