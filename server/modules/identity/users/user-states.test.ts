import { adminUsers, type UserQuery } from '@dooryard/contract/identity/admin/admin-users'
import { afterAll, expect, test } from 'vitest'
import { user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'

const portal = await testPortal()
afterAll(portal.close)
const admin = await user(portal, { role: 'SUPER_ADMIN' })

test('users are filtered by their state', async () => {
  const search = `state-${crypto.randomUUID().slice(0, 8)}`
  const invited = (state: string) => ({
    ...{ email: `${state}@${search}.example.com`, phone: '615-555-0133', firstName: 'Sam', lastName: 'Stately' },
    ...{ role: 'CONSUMER_USER' as const, sendInvite: false },
  })
  await admin.as.call(adminUsers.create, { body: invited('invited') })
  const { id } = (await admin.as.call(adminUsers.create, { body: invited('off') })).body
  await admin.as.call(adminUsers.change, { params: { id }, body: { isActive: false, reason: 'A test' } })
  const listStates = async (state?: UserQuery['state']) =>
    (await admin.as.call(adminUsers.list, { query: { search, ...(state && { state }) } })).body.items.map(
      (item) => item.state,
    )
  expect((await listStates()).toSorted()).toEqual(['DEACTIVATED', 'INVITED'])
  expect(await listStates('INVITED')).toEqual(['INVITED'])
  expect(await listStates('DEACTIVATED')).toEqual(['DEACTIVATED'])
  expect(await listStates('UNVERIFIED')).toEqual([])
})
