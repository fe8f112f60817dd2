import { adminBilling } from '@dooryard/contract/admin-billing'
import { afterAll, expect, test } from 'vitest'
import { user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'

const portal = await testPortal()
afterAll(portal.close)

test('whoever has closed their account is named alike, as owner of credits and as who moved them', async () => {
  const [reader, gone] = [await user(portal, { role: 'SUPER_ADMIN' }), await user(portal, { role: 'SUPER_ADMIN' })]
  const owner = await user(portal)
  const adjustment = { userId: owner.id, bucket: 'ON_DEMAND', amount: 5, reason: 'Given by mistake' } as const
  expect((await gone.as.call(adminBilling.adjustCredits, { body: adjustment })).status).toBe(200)
  const ids = [gone.id, owner.id]
  await portal.db.updateTable('users').set({ closedAt: new Date() }).where('id', 'in', ids).execute()
  const { body } = await reader.as.call(adminBilling.creditTransactions, { query: { userId: owner.id } })
  const [closed, count] = ['A closed account', 1]
  expect(body).toMatchObject({ totalCount: count, items: [{ userId: owner.id, userEmail: closed, actor: closed }] })
})
