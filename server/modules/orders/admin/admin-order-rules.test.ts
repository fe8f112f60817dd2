import type { Owner } from '@dooryard/contract/identity/owner'
import { internalStatuses } from '@dooryard/contract/orders/order'
import { expect, test } from 'vitest'
import { canFailOrder, getRetryRefusal } from './admin-order-rules.ts'

const owner: Owner = {
  id: '1',
  firstName: 'Erin',
  lastName: 'Prize',
  email: 'erin@example.com',
  role: 'ENTERPRISE_USER',
  isActive: true,
}
const failed = { internalStatus: 'FAILED', campaignId: '2', owner, job: undefined, retriedAs: undefined } as const

test('an order in progress can be retried and failed, a failed order can be retried, any other finished order neither', () => {
  const under = ['QUEUED', 'SELECTING', 'TRACING', 'SCRUBBING', 'ASSEMBLING']
  const retried = internalStatuses.filter((internalStatus) => !getRetryRefusal({ ...failed, internalStatus }))
  expect(retried).toEqual([...under, 'FAILED'])
  expect(internalStatuses.filter(canFailOrder)).toEqual(under)
})

test('an order with a running job cannot be retried, and a waiting one can', () => {
  const refusalWith = (job: { isRunning: boolean }) => getRetryRefusal({ ...failed, internalStatus: 'TRACING', job })
  expect(refusalWith({ isRunning: true })).toMatchObject({ code: 'CONFLICT' })
  expect(refusalWith({ isRunning: false })).toBeNull()
})

test('an order in progress is retried whatever has become of its owner', () => {
  const closed = { ...owner, isActive: false, role: 'AFFILIATE_USER' as const }
  expect(getRetryRefusal({ ...failed, internalStatus: 'QUEUED', owner: closed })).toBeNull()
})

test('a failed order is retried once, for an active owner whose role may place such orders', () => {
  expect(getRetryRefusal(failed)).toBeNull()
  expect(getRetryRefusal({ ...failed, retriedAs: '3' })).toMatchObject({ code: 'CONFLICT' })
  expect(getRetryRefusal({ ...failed, owner: undefined })).toMatchObject({ code: 'UNPROCESSABLE' })
  expect(getRetryRefusal({ ...failed, owner: { ...owner, isActive: false } })).toMatchObject({ code: 'UNPROCESSABLE' })
  const consumer = { ...owner, role: 'CONSUMER_USER' as const }
  expect(getRetryRefusal({ ...failed, owner: consumer })).toMatchObject({ code: 'UNPROCESSABLE' })
  expect(getRetryRefusal({ ...failed, campaignId: null })).toMatchObject({ code: 'UNPROCESSABLE' })
  expect(getRetryRefusal({ ...failed, campaignId: null, owner: consumer })).toBeNull()
})
