import { creditSettings } from '@dooryard/contract/billing/credits'
import { account } from '@dooryard/contract/identity/account'
import { afterAll, expect, test } from 'vitest'
import { anonymousCaller, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { holdCredits } from '../holds/holds.ts'

const portal = await testPortal()
afterAll(portal.close)

const { id, as } = await user(portal, { subscriptionCredits: 100, onDemandCredits: 40 })

test('the prices of all campaign types are listed, and each can be read by its id', async () => {
  const { body: settings } = await as.call(creditSettings.list)
  expect(settings).toMatchObject([
    { key: 'MAIL_READY', creditRequired: 1, minCampaignVolume: 50, isActive: true },
    { key: 'CALL_READY', creditRequired: 3, minCampaignVolume: 50, isActive: false },
  ])
  for (const setting of settings)
    expect((await as.call(creditSettings.get, { params: { id: setting.id } })).body).toEqual(setting)
})

test('unauthenticated callers can read them too', async () => {
  const { body: settings } = await as.call(creditSettings.list)
  expect(await anonymousCaller(portal).call(creditSettings.list)).toMatchObject({ status: 200, body: settings })
  const [params] = settings
  if (!params) throw new Error('there is no setting')
  expect(await anonymousCaller(portal).call(creditSettings.get, { params })).toMatchObject({
    status: 200,
    body: params,
  })
})

test.each(['0', '99', '-1', '1.0', ' 1', 'x', '9'.repeat(30)])('there is no price with the id "%s"', async (other) => {
  expect(await as.call(creditSettings.get, { params: { id: other } })).toMatchObject({
    status: 404,
    body: { code: 'NOT_FOUND', message: 'This credit setting was not found.' },
  })
})

test("a user's balance contains spendable credits and held subscription credits", async () => {
  const orderId = '00000000-0000-7000-8000-000000000001'
  await portal.db.transaction().execute((trx) => holdCredits(trx, { userId: id, orderId, amount: 110 }))
  const balance = { subscriptionCredits: 0, subscriptionCreditsHeld: 100, onDemandCredits: 30 }
  expect((await as.call(account.me)).body.balance).toEqual(balance)
})
