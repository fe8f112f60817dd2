import { adminApiKeys } from '@dooryard/contract/integrations/admin-api-keys'
import { apiKeys, maxAllowedIps, type NewApiKey } from '@dooryard/contract/integrations/api-keys'
import { enterprise } from '@dooryard/contract/orders/enterprise'
import { afterAll, expect, test } from 'vitest'
import { parseAddressRange } from '../../platform/util/client-address.ts'
import { user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { createApiClient, getOwnedApiKey } from './api-keys.fixture.ts'

const trustedProxies = ['127.0.0.1', '::1'].map(parseAddressRange).filter((range) => range !== null)
const portal = await testPortal({ trustedProxies })
afterAll(portal.close)

const from = (address: string) => ({ headers: { 'X-Forwarded-For': address } })

test('a key works only from its IP addresses, and its refusal names the address of the caller', async () => {
  const owner = await user(portal)
  const allowedIps = ['203.0.113.0/24', '2001:db8::/32']
  const { issued, as } = await createApiClient(portal, owner, { allowedIps })
  expect((await as.call(enterprise.list, from('203.0.113.200'))).status).toBe(200)
  expect((await as.call(enterprise.list, from('2001:db8:7::1'))).status).toBe(200)
  const refused = await as.call(enterprise.list, from('198.51.100.4'))
  expect(refused).toMatchObject({
    status: 403,
    body: { code: 'FORBIDDEN', message: expect.stringContaining('cannot be used from 198.51.100.4') },
  })
  // Only what a trusted proxy says counts: the client wrote the first address itself.
  expect((await as.call(enterprise.list, from('203.0.113.200, 198.51.100.4'))).status).toBe(403)
  // The owner sees the refused call in the use of the key.
  await expect.poll(async () => (await getOwnedApiKey(owner, issued.id)).usage).toMatchObject([{ refused: 2 }])
})

test('addresses are normalized, listed for owner and administrators, and their change is audited', async () => {
  const [owner, admin] = [await user(portal), await user(portal, { role: 'SUPER_ADMIN' })]
  const { issued, as } = await createApiClient(portal, owner, { allowedIps: ['198.51.100.9'] })
  const params = { id: issued.id }
  const given = ['203.0.113.77/24', '203.0.113.0/24', '2001:DB8::1/128']
  const body = { name: issued.name, scopes: issued.scopes, allowedIps: given }
  const allowedIps = ['203.0.113.0/24', '2001:db8::1']
  expect((await owner.as.call(apiKeys.change, { params, body })).body).toMatchObject({ allowedIps })
  expect((await admin.as.call(adminApiKeys.get, { params })).body).toMatchObject({ allowedIps })
  expect((await as.call(enterprise.list, from('198.51.100.9'))).status).toBe(403)
  expect((await as.call(enterprise.list, from('203.0.113.9'))).status).toBe(200)
  const audited = await portal.db
    .selectFrom('auditLog')
    .select(['before', 'after'])
    .where('objectId', '=', issued.id)
    .where('action', '=', 'api_key.changed')
    .execute()
  expect(audited).toMatchObject([{ before: { allowedIps: ['198.51.100.9'] }, after: { allowedIps } }])
  const again = await owner.as.call(apiKeys.regenerate, { params })
  expect(again.body).toMatchObject({ allowedIps })
  const open = await owner.as.call(apiKeys.change, { params, body: { name: issued.name, scopes: issued.scopes } })
  expect(open.body.allowedIps).toEqual([])
})

test.each<[what: string, allowedIps: string[], message: RegExp]>([
  ['a host name', ['example.com'], /^Enter an IP address like/],
  ['a range that is too long', ['10.0.0.0/33'], /^Enter an IP address like/],
  ['a range of all IPv4 in IPv6', ['::ffff:10.0.0.0/90'], /not a valid IP address or range/],
  ['too many', Array.from({ length: maxAllowedIps + 1 }, (_, n) => `10.0.0.${n}`), /at most 50/],
])('a key with %s is refused', async (_, allowedIps, message) => {
  const owner = await user(portal)
  const body: Partial<NewApiKey> & Pick<NewApiKey, 'name' | 'scopes'> = { name: 'Wrong', scopes: ['orders:read'] }
  expect(await owner.as.call(apiKeys.create, { body: { ...body, allowedIps } })).toMatchObject({
    status: 400,
    body: { message: expect.stringMatching(message) },
  })
})

test('the owner can ask which address a request comes from', async () => {
  const owner = await user(portal)
  const asked = await owner.as.call(apiKeys.callerAddress, from('198.51.100.7'))
  expect(asked.body).toEqual({ ipAddress: '198.51.100.7' })
})
