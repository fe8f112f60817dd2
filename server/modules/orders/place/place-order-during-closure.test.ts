import { account } from '@dooryard/contract/identity/account'
import { orders } from '@dooryard/contract/orders/orders'
import { afterAll, expect, test } from 'vitest'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { enterpriseUser, testPassword } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { waitForLockContention } from '../../../test/stores/database.ts'

const portal = await testPortal({ demoRows: 1_000 })
afterAll(portal.close)

type Owner = Awaited<ReturnType<typeof enterpriseUser>>

const createOwner = () => enterpriseUser(portal, { onDemandCredits: 500 })
const closeAccount = ({ as }: Owner) => as.call(account.close, { body: { password: testPassword } })
const placeTestOrder = ({ as, campaign: { id } }: Owner) =>
  as.call(orders.place, { params: { campaignId: id }, body: { orderName: 'First mailing', quantity: 60 } })

const listOrders = ({ id }: Owner) =>
  portal.db.selectFrom('orders').select('internalStatus').where('userId', '=', id).execute()

test('of a concurrent order and account closure, one is refused', async () => {
  for (let round = 0; round < 20; round++) {
    const owner = await createOwner()
    const closing = closeAccount(owner)
    // The password is compared first, which takes about 20 ms.
    await new Promise((resolve) => setTimeout(resolve, round * 2))
    const statuses = [(await placeTestOrder(owner)).status, (await closing).status]
    expect(statuses).toBeOneOf([
      [201, 409],
      [401, 204],
    ])
    expect(await listOrders(owner)).toHaveLength(statuses[0] === 201 ? 1 : 0)
  }
}, 60_000)

test('an order that waits for its account to close is refused', async () => {
  const owner = await createOwner()
  const placed = await inTransaction(portal.services, async ({ db }) => {
    const account = db.updateTable('users').where('id', '=', owner.id)
    await account.set({ isActive: false, closedAt: new Date() }).execute()
    const waiting = placeTestOrder(owner)
    // The request was authorized before the account closes, because the closing transaction has not committed.
    await waitForLockContention(portal.db)
    return { waiting }
  })
  const message = 'Your session has ended. Please sign in again.'
  expect(await placed.waiting).toMatchObject({ status: 401, body: { code: 'NOT_AUTHENTICATED', message } })
  expect(await listOrders(owner)).toEqual([])
})
