import type { Role } from '@dooryard/contract/api/roles'
import { adminCreditSettings } from '@dooryard/contract/billing/credits'
import { adminUsers } from '@dooryard/contract/identity/admin/admin-users'
import { firstSteps } from '@dooryard/contract/identity/first-steps'
import { apiKeys } from '@dooryard/contract/integrations/api-keys'
import { orders } from '@dooryard/contract/orders/orders'
import { buyers } from '@dooryard/contract/properties/buyers'
import { properties } from '@dooryard/contract/properties/properties'
import { savedSearches } from '@dooryard/contract/properties/saved-searches'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { actAsUser, campaign, signInWithPassword, type TestUser, user } from '../../../test/factories.ts'
import { type Portal, testPortal } from '../../../test/portal.ts'
import { grantCredits } from '../../credits/index.ts'

let portal: Portal
beforeAll(async () => {
  portal = await testPortal({ demoRows: 1_000 })
})
afterAll(() => portal.close())

const criteria = { location: { states: ['TN'] } }

async function getSteps({ as }: Pick<TestUser, 'as'>) {
  const { status, body } = await as.call(firstSteps.get)
  expect(status).toBe(200)
  return body
}
const listOpen = async (caller: Pick<TestUser, 'as'>) =>
  (await getSteps(caller)).steps.filter(({ isDone }) => !isDone).map(({ step }) => step)
const count = ({ as }: Pick<TestUser, 'as'>, body: { criteria: object }) => as.call(properties.count, { body })
const grant = (userId: string) =>
  grantCredits(portal.db, { userId, amount: 100, bucket: 'ON_DEMAND', reason: 'A start', actor: 'test' })

test('the steps of a consumer are done one after the other, by what they do', async () => {
  const consumer = await user(portal, { role: 'CONSUMER_USER' })
  expect(await listOpen(consumer)).toEqual(['RUN_SEARCH', 'SAVE_SEARCH', 'GET_CREDITS', 'PLACE_ORDER'])
  await count(consumer, { criteria: {} })
  expect(await listOpen(consumer)).toContain('RUN_SEARCH')
  await count(consumer, { criteria })
  expect(await listOpen(consumer)).toEqual(['SAVE_SEARCH', 'GET_CREDITS', 'PLACE_ORDER'])
  await consumer.as.call(savedSearches.create, { body: { name: 'Tennessee', criteria } })
  await grant(consumer.id)
  expect(await getSteps(consumer)).toEqual({
    isDismissed: false,
    steps: [
      { step: 'VERIFY_EMAIL', isDone: true },
      { step: 'RUN_SEARCH', isDone: true },
      { step: 'SAVE_SEARCH', isDone: true },
      { step: 'GET_CREDITS', isDone: true },
      { step: 'PLACE_ORDER', isDone: false },
    ],
  })
})

test('a search for buyers is a first search; that of an administrator who acts as the user is none', async () => {
  const admin = await user(portal, { role: 'SUPER_ADMIN' })
  const consumer = await user(portal, { role: 'CONSUMER_USER' })
  await count(await actAsUser(portal, admin, consumer.id), { criteria })
  expect(await listOpen(consumer)).toContain('RUN_SEARCH')
  await consumer.as.call(buyers.search, { body: { subject: { lat: 36.16, lng: -86.78 }, miles: 5, months: 12 } })
  expect(await listOpen(consumer)).not.toContain('RUN_SEARCH')
})

test('the steps of an enterprise user end with the first order and a connected system', async () => {
  const enterprise = await user(portal)
  expect(await listOpen(enterprise)).toEqual(['CREATE_CAMPAIGN', 'GET_CREDITS', 'PLACE_ORDER', 'CONNECT_SYSTEM'])
  const { id: campaignId } = await campaign(enterprise)
  await grant(enterprise.id)
  expect(await listOpen(enterprise)).toEqual(['PLACE_ORDER', 'CONNECT_SYSTEM'])
  const body = { orderName: 'First', quantity: 50 }
  expect((await enterprise.as.call(orders.place, { params: { campaignId }, body })).status).toBe(201)
  await enterprise.as.call(apiKeys.create, { body: { name: 'CRM', scopes: ['orders:read'] } })
  expect(await listOpen(enterprise)).toEqual([])
})

test('the steps of an administrator are those of the portal, and an affiliate has none', async () => {
  const admin = await user(portal, { role: 'SUPER_ADMIN' })
  expect(await listOpen(admin)).toEqual(['SET_PRICES', 'INVITE_USER'])
  const [setting] = (await admin.as.call(adminCreditSettings.list)).body
  await admin.as.call(adminCreditSettings.change, { params: { id: setting?.id ?? '' }, body: { creditRequired: 2 } })
  const role: Role = 'CONSUMER_USER'
  const person = { email: 'ina@example.com', firstName: 'Ina', lastName: 'Vitell', phone: '615-555-0121', role }
  await admin.as.call(adminUsers.create, { body: person })
  const other = await user(portal, { role: 'SUPER_ADMIN' })
  expect([await listOpen(admin), await listOpen(other)]).toEqual([[], []])
  expect(await getSteps(await user(portal, { role: 'AFFILIATE_USER' }))).toEqual({ isDismissed: false, steps: [] })
})

test('a dismissed list stays dismissed in every browser of the user, until it is shown again', async () => {
  const [one, other] = [await user(portal), await user(portal)]
  const dismissed = { isDismissed: true, steps: [] }
  expect((await one.as.call(firstSteps.change, { body: { isDismissed: true } })).body).toEqual(dismissed)
  expect(await getSteps(await signInWithPassword(portal, one.email))).toEqual(dismissed)
  expect((await getSteps(other)).isDismissed).toBe(false)
  await one.as.call(firstSteps.change, { body: { isDismissed: false } })
  expect(await listOpen(one)).toHaveLength(4)
})
