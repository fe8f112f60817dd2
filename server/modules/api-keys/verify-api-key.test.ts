import { randomInt } from 'node:crypto'
import type { Role } from '@dooryard/contract/api/roles'
import { apiKeys } from '@dooryard/contract/integrations/api-keys'
import { campaigns } from '@dooryard/contract/orders/campaigns'
import { enterprise } from '@dooryard/contract/orders/enterprise'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { anonymousCaller, enterpriseUser, user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { createCaller, readReply } from '../../test/requests.ts'
import { generateApiKey } from './api-key-format-rules.ts'
import { createApiClient, getOwnedApiKey } from './api-keys.fixture.ts'

const portal = await testPortal({ demoRows: 1_000 })
afterAll(portal.close)

const path = '/v1/enterprise/orders'
const callWithHeaders = async (headers: Record<string, string>, query = '') =>
  readReply<{ message?: string }>(await fetch(portal.url + path + query, { headers }))

const unknownKeyReply = { status: 401, body: { message: expect.stringContaining('API key is invalid') } }

/** Counts the database queries that run during the work. */
async function countQueriesDuring(work: () => Promise<unknown>): Promise<number> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    // The hub checks its connection periodically, whatever the calls do.
    return query.mock.calls.filter(([text]) => (text as unknown) !== 'select 1').length
  } finally {
    query.mockRestore()
  }
}

describe('a key', () => {
  test('is accepted as a bearer token or as X-API-Key, and never from the query', async () => {
    const { issued } = await createApiClient(portal, await user(portal))
    const { key } = issued
    expect(await callWithHeaders({ Authorization: `Bearer ${key}` })).toMatchObject({ status: 200 })
    expect(await callWithHeaders({ 'X-API-Key': key })).toMatchObject({ status: 200 })
    expect(await callWithHeaders({ 'X-API-Key': key, Authorization: 'Basic cHJveHk6cHJveHk=' })).toMatchObject({
      status: 200,
    })
    // A program may send a header whose variable is not set.
    expect(await callWithHeaders({ 'X-API-Key': ' ', Authorization: `Bearer ${key}` })).toMatchObject({ status: 200 })
    for (const name of ['token', 'api_key', 'key', 'apiKey', 'X-API-Key'])
      expect(await callWithHeaders({}, `?${name}=${key}`)).toMatchObject({ status: 401 })
  })

  test('is rejected with a second key, and accepted if both headers hold the same one', async () => {
    const owner = await user(portal)
    const [one, other] = [
      (await createApiClient(portal, owner)).issued.key,
      (await createApiClient(portal, owner)).issued.key,
    ]
    expect(await callWithHeaders({ 'X-API-Key': one, Authorization: `Bearer ${other}` })).toMatchObject({
      status: 401,
      body: { message: expect.stringContaining('Send only one of them') },
    })
    expect(await callWithHeaders({ 'X-API-Key': one, Authorization: `Bearer ${one}` })).toMatchObject({ status: 200 })
  })

  test('with a wrong checksum or format is rejected without a database query', async () => {
    const { key } = (await createApiClient(portal, await user(portal))).issued
    const broken = [`${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`, key.slice(0, -1), `dyk_${'0'.repeat(42)}`]
    for (const text of broken) {
      const ask = async () =>
        expect(await callWithHeaders({ 'X-API-Key': text })).toMatchObject({
          status: 401,
          body: { code: 'NOT_AUTHENTICATED', message: expect.stringContaining('API key is malformed') },
        })
      expect(await countQueriesDuring(ask)).toBe(0)
    }
    // A well-formed key is looked up.
    const guess = generateApiKey(randomInt)
    const ask = async () => expect(await callWithHeaders({ 'X-API-Key': guess })).toMatchObject(unknownKeyReply)
    expect(await countQueriesDuring(ask)).toBeGreaterThan(0)
  })

  test('is stored as its SHA-256, and is nowhere in the database itself', async () => {
    const owner = await user(portal)
    const { issued } = await createApiClient(portal, owner)
    const again = await owner.as.call(apiKeys.regenerate, { params: { id: issued.id } })
    const { rows } = await sql<{ isSha256: boolean }>`
      select hash = sha256(convert_to(${again.body.key}, 'UTF8')) as "isSha256" from api_keys where id = ${issued.id}`.execute(
      portal.db,
    )
    expect(rows).toEqual([{ isSha256: true }])
    // The key stands in place of an id, by mistake.
    const { key } = again.body
    const misplaced = await fetch(`${portal.url}${path}/${key}`, { headers: { 'X-API-Key': key } })
    expect(misplaced.status).toBe(400)
    await expect
      .poll(() => getOwnedApiKey(owner, issued.id))
      .toMatchObject({
        lastCall: { path: `${path}/{id}`, status: 400 },
      })
    for (const { key } of [issued, again.body]) expect(await listTablesContaining(key.slice(8, 30))).toEqual([])
    // A campaign name that contains the key.
    await owner.as.call(campaigns.create, {
      body: { name: issued.key, campaignType: 'MAIL_READY', criteria: { location: { states: ['TN'] } } },
    })
    expect(await listTablesContaining(issued.key.slice(8, 30))).toEqual(['public.campaigns'])
  })

  test('stops working once it is regenerated, and the new key works', async () => {
    const owner = await user(portal)
    const { issued, as } = await createApiClient(portal, owner)
    expect((await as.call(enterprise.list)).status).toBe(200)
    const again = await owner.as.call(apiKeys.regenerate, { params: { id: issued.id } })
    expect(again.body).toMatchObject({ id: issued.id, name: issued.name, scopes: issued.scopes })
    expect(again.body.key).not.toBe(issued.key)
    expect(await as.call(enterprise.list)).toMatchObject(unknownKeyReply)
    expect((await createCaller(portal.url, again.body.key).call(enterprise.list)).status).toBe(200)
  })

  test('stops working once it is revoked, and answers like a key that never existed', async () => {
    const owner = await user(portal)
    const { issued, as } = await createApiClient(portal, owner)
    await owner.as.call(apiKeys.revoke, { params: { id: issued.id } })
    const revoked = await as.call(enterprise.list)
    const unknown = await createCaller(portal.url, generateApiKey(randomInt)).call(enterprise.list)
    expect(revoked).toMatchObject(unknownKeyReply)
    expect({ ...revoked.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' })
  })

  test('does not work while its account is deactivated or is not an enterprise account', async () => {
    const owner = await user(portal)
    const { as } = await createApiClient(portal, owner)
    const change = async (to: { isActive: boolean } | { role: Role }) => {
      await portal.db.updateTable('users').set(to).where('id', '=', owner.id).execute()
      return (await as.call(enterprise.list)).status
    }
    expect(await change({ isActive: false })).toBe(401)
    expect(await change({ isActive: true })).toBe(200)
    expect(await change({ role: 'CONSUMER_USER' })).toBe(401)
    expect(await change({ role: 'SUPER_ADMIN' })).toBe(401)
    expect(await change({ role: 'ENTERPRISE_USER' })).toBe(200)
  })

  test('does not work once its account is closed', async () => {
    const owner = await user(portal)
    const { as } = await createApiClient(portal, owner)
    await portal.db.updateTable('users').set({ closedAt: portal.clock.now() }).where('id', '=', owner.id).execute()
    expect(await as.call(enterprise.list)).toMatchObject(unknownKeyReply)
  })

  test('allows only what its scopes allow', async () => {
    const owner = await enterpriseUser(portal, { onDemandCredits: 100 })
    const { as } = await createApiClient(portal, owner, { scopes: ['counts:read', 'orders:read'] })
    expect((await as.call(enterprise.list)).status).toBe(200)
    const order = { campaignId: owner.campaign.id, orderName: 'Mine', quantity: 50 }
    expect(await as.call(enterprise.place, { body: order })).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN', message: 'This API key lacks the scope orders:write.' },
    })
    expect((await owner.as.call(apiKeys.list)).body.items).toHaveLength(1)
  })

  test('cannot call endpoints for access tokens, and an access token cannot call endpoints for keys', async () => {
    const owner = await user(portal)
    const { as } = await createApiClient(portal, owner)
    expect(await as.call(apiKeys.list)).toMatchObject({
      status: 401,
      body: { message: expect.stringContaining('only for calls under /v1/enterprise') },
    })
    const requiredScope = { status: 401, body: { message: expect.stringContaining('needs an API key') } }
    expect(await owner.as.call(enterprise.list)).toMatchObject(requiredScope)
    expect(await anonymousCaller(portal).call(enterprise.list)).toMatchObject(requiredScope)
  })

  test('is in no log line, whatever the outcome of its call', async () => {
    const owner = await user(portal)
    const { issued, as } = await createApiClient(portal, owner, { scopes: ['orders:read'] })
    await as.call(enterprise.list)
    await as.call(enterprise.count, { body: { campaignType: 'MAIL_READY', criteria: {} } })
    await callWithHeaders({ 'X-API-Key': issued.key, Authorization: `Bearer ${issued.key}` }, `?token=${issued.key}`)
    for (const written of [issued.key, issued.key.replace('_', '%5F'), issued.key.replace('dyk', '%64yk')])
      await fetch(`${portal.url}${path}/${written}`, { headers: { 'X-API-Key': issued.key } })
    await as.call(apiKeys.list)
    vi.spyOn(portal.clock, 'now').mockImplementationOnce(() => {
      throw new Error('the clock stands still')
    })
    await owner.as.call(apiKeys.revoke, { params: { id: issued.id } })
    await as.call(enterprise.list)
    await expect.poll(() => portal.logged.join()).toContain(issued.id)
    expect(portal.logged.filter((line) => line.includes(issued.key.slice(8)))).toEqual([])
    // A log line that contains the key.
    portal.services.log.info({ careless: issued.key }, 'request')
    expect(portal.logged.filter((line) => line.includes(issued.key.slice(8)))).toHaveLength(1)
  })
})

/** Lists the tables that contain the text in any column of any row. */
async function listTablesContaining(text: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'
    order by name`.execute(portal.db)
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(['public.api_keys', 'public.audit_log']))
  const found = []
  for (const { name } of rows) {
    const hits = await sql`select 1 from ${sql.raw(name)} t where t::text like ${`%${text}%`} limit 1`.execute(
      portal.db,
    )
    if (hits.rows.length > 0) found.push(name)
  }
  return found
}
