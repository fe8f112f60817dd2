import { account } from '@dooryard/contract/account'
import { orders } from '@dooryard/contract/orders'
import { afterAll, expect, test } from 'vitest'
import { inTransaction } from '../../platform/postgres/database.ts'
import { somebodyWaits } from '../../test/database.ts'
import { enterpriseUser, testPassword } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'

const portal = await testPortal()
afterAll(portal.close)

type Owner = Awaited<ReturnType<typeof enterpriseUser>>

const newOwner = () => enterpriseUser(portal, { onDemandCredits: 500 })
const close = ({ as }: Owner) => as.call(account.close, { body: { password: testPassword } })
const place = ({ as, campaign: { id } }: Owner) =>
  as.call(orders.place, { params: { campaignId: id }, body: { orderName: 'First mailing', quantity: 60 } })

const ordersOf = ({ id }: Owner) =>
  portal.db.selectFrom('orders').select('internalStatus').where('userId', '=', id).execute()

test('of an order and the closing of its account at once, one is refused', async () => {
  for (let round = 0; round < 20; round++) {
    const owner = await newOwner()
    const closing = close(owner)
    // The password is compared first, which takes some 20 ms.
    await new Promise((resolve) => setTimeout(resolve, round * 2))
    const statuses = [(await place(owner)).status, (await closing).status]
    expect(statuses).toBeOneOf([
      [201, 409],
      [401, 204],
    ])
    expect(await ordersOf(owner)).toHaveLength(statuses[0] === 201 ? 1 : 0)
  }
}, 60_000)

test('an order that waits for its account to close is refused', async () => {
  const owner = await newOwner()
  const placed = await inTransaction(portal.services, async ({ db }) => {
    const account = db.updateTable('users').where('id', '=', owner.id)
    await account.set({ isActive: false, closedAt: new Date() }).execute()
    const waiting = place(owner)
    // Whoever asks was let in before the account is closed, for this has not committed.
    await somebodyWaits(portal.db)
    return { waiting }
  })
  const message = 'Your session has ended. Please sign in again.'
  expect(await placed.waiting).toMatchObject({ status: 401, body: { code: 'NOT_AUTHENTICATED', message } })
  expect(await ordersOf(owner)).toEqual([])
})
