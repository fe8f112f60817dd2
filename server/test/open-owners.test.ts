import { properties } from '@dooryard/contract/properties/properties'
import { afterAll, expect, test } from 'vitest'
import { user } from './factories.ts'
import { testPortal } from './portal.ts'

const portal = await testPortal({ demoRows: 1_000, owners: { areOpen: true } })
afterAll(portal.close)

test('an open portal shows all owners without a purchase', async () => {
  const { as } = await user(portal)
  const { items } = (await as.call(properties.search, { body: { criteria: {}, limit: 100 } })).body
  expect(items).toHaveLength(100)
  expect(items.some(({ isOwnerMasked }) => isOwnerMasked)).toBe(false)
  expect(JSON.stringify(items)).not.toContain('•')
})
