import { adminCatalog } from '@dooryard/contract/billing/plans'
import { afterAll, expect, test } from 'vitest'
import { user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'

const portal = await testPortal()
afterAll(portal.close)

test('plans and packs share no name: while both are sold, and in any case', async () => {
  const admin = await user(portal, { role: 'SUPER_ADMIN' })
  const pack = { credits: 700, price: 4000 }
  const message = 'Another plan or pack is named “growth”. Choose a different name.'
  expect(await admin.as.call(adminCatalog.createPack, { body: { ...pack, name: 'growth' } })).toMatchObject({
    status: 409,
    body: { message, issues: [{ path: 'name', message }] },
  })
  const { body: made } = await admin.as.call(adminCatalog.createPack, {
    body: { ...pack, name: 'growth', isActive: false },
  })
  const change = (body: object) => admin.as.call(adminCatalog.changePack, { params: { id: made.id }, body })
  expect(await change({ isActive: true })).toMatchObject({ status: 409 })
  expect(await change({ name: 'Growth pack', isActive: true })).toMatchObject({ status: 200 })
  expect(await change({ price: 4100 })).toMatchObject({ status: 200 })
  const twice = await Promise.all(
    [1, 2].map(() => admin.as.call(adminCatalog.createPack, { body: { ...pack, name: 'Twin' } })),
  )
  expect(twice.map(({ status }) => status).sort()).toEqual([201, 409])
})
