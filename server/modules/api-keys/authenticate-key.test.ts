import { randomInt } from 'node:crypto'
import { apiKeys } from '@dooryard/contract/api-keys'
import { campaigns } from '@dooryard/contract/campaigns'
import { enterprise } from '@dooryard/contract/enterprise'
import type { Role } from '@dooryard/contract/roles'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { enterpriseUser, nobody, user } from '../../test/factories.ts'
import { testPortal } from '../../test/portal.ts'
import { callerAt, replyOf } from '../../test/requests.ts'
import { newKeyText } from './key-text-rules.ts'
import { program, shownTo } from './keys.fixture.ts'

const portal = await testPortal()
afterAll(portal.close)

const path = '/v1/enterprise/orders'
const withHeaders = async (headers: Record<string, string>, query = '') =>
  replyOf<{ message?: string }>(await fetch(portal.url + path + query, { headers }))

const opensNothing = { status: 401, body: { message: expect.stringContaining('opens nothing') } }

/** How often a database is asked anything while something is done. */
async function questionsDuring(work: () => Promise<unknown>): Promise<number> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  try {
    await work()
    // The hub asks now and then whether its connection lives, whoever calls.
    return query.mock.calls.filter(([text]) => (text as unknown) !== 'select 1').length
  } finally {
    query.mockRestore()
  }
}

describe('a key', () => {
  test('is taken as a bearer or as X-API-Key, and from no query', async () => {
    const { issued } = await program(portal, await user(portal))
    const { key } = issued
    expect(await withHeaders({ Authorization: `Bearer ${key}` })).toMatchObject({ status: 200 })
    expect(await withHeaders({ 'X-API-Key': key })).toMatchObject({ status: 200 })
    expect(await withHeaders({ 'X-API-Key': key, Authorization: 'Basic cHJveHk6cHJveHk=' })).toMatchObject({
      status: 200,
    })
    // As where a program sends a variable that nobody set.
    expect(await withHeaders({ 'X-API-Key': ' ', Authorization: `Bearer ${key}` })).toMatchObject({ status: 200 })
    for (const name of ['token', 'api_key', 'key', 'apiKey', 'X-API-Key'])
      expect(await withHeaders({}, `?${name}=${key}`)).toMatchObject({ status: 401 })
  })

  test('is refused beside another one, and taken where both headers have it', async () => {
    const owner = await user(portal)
    const [one, other] = [(await program(portal, owner)).issued.key, (await program(portal, owner)).issued.key]
    expect(await withHeaders({ 'X-API-Key': one, Authorization: `Bearer ${other}` })).toMatchObject({
      status: 401,
      body: { message: expect.stringContaining('send one of them alone') },
    })
    expect(await withHeaders({ 'X-API-Key': one, Authorization: `Bearer ${one}` })).toMatchObject({ status: 200 })
  })

  test('with a wrong checksum, or a wrong form, is refused without asking the database', async () => {
    const { key } = (await program(portal, await user(portal))).issued
    const broken = [`${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`, key.slice(0, -1), `dyk_${'0'.repeat(42)}`]
    for (const text of broken) {
      const ask = async () =>
        expect(await withHeaders({ 'X-API-Key': text })).toMatchObject({
          status: 401,
          body: { code: 'NOT_AUTHENTICATED', message: expect.stringContaining('no whole API key') },
        })
      expect(await questionsDuring(ask)).toBe(0)
    }
    // One that could be a key is looked up.
    const guess = newKeyText(randomInt)
    const ask = async () => expect(await withHeaders({ 'X-API-Key': guess })).toMatchObject(opensNothing)
    expect(await questionsDuring(ask)).toBeGreaterThan(0)
  })

  test('is kept as its SHA-256, and is nowhere in the database itself', async () => {
    const owner = await user(portal)
    const { issued } = await program(portal, owner)
    const again = await owner.as.call(apiKeys.regenerate, { params: { id: issued.id } })
    const { rows } = await sql<{ isSha256: boolean }>`
      select hash = sha256(convert_to(${again.body.key}, 'UTF8')) as "isSha256" from api_keys where id = ${issued.id}`.execute(
      portal.db,
    )
    expect(rows).toEqual([{ isSha256: true }])
    // In place of an id, as by mistake.
    const { key } = again.body
    const misplaced = await fetch(`${portal.url}${path}/${key}`, { headers: { 'X-API-Key': key } })
    expect(misplaced.status).toBe(400)
    await expect
      .poll(() => shownTo(owner, issued.id))
      .toMatchObject({
        lastCall: { path: `${path}/{id}`, status: 400 },
      })
    for (const { key } of [issued, again.body]) expect(await tablesWith(key.slice(8, 30))).toEqual([])
    // As it would be found anywhere.
    await owner.as.call(campaigns.create, {
      body: { name: issued.key, campaignType: 'MAIL_READY', criteria: { location: { states: ['TN'] } } },
    })
    expect(await tablesWith(issued.key.slice(8, 30))).toEqual(['public.campaigns'])
  })

  test('opens nothing from the moment that it is regenerated, and the new one does', async () => {
    const owner = await user(portal)
    const { issued, as } = await program(portal, owner)
    expect((await as.call(enterprise.list)).status).toBe(200)
    const again = await owner.as.call(apiKeys.regenerate, { params: { id: issued.id } })
    expect(again.body).toMatchObject({ id: issued.id, name: issued.name, scopes: issued.scopes })
    expect(again.body.key).not.toBe(issued.key)
    expect(await as.call(enterprise.list)).toMatchObject(opensNothing)
    expect((await callerAt(portal.url, again.body.key).call(enterprise.list)).status).toBe(200)
  })

  test('opens nothing from the moment that it is revoked, and nobody learns that it ever did', async () => {
    const owner = await user(portal)
    const { issued, as } = await program(portal, owner)
    await owner.as.call(apiKeys.revoke, { params: { id: issued.id } })
    const revoked = await as.call(enterprise.list)
    const unknown = await callerAt(portal.url, newKeyText(randomInt)).call(enterprise.list)
    expect(revoked).toMatchObject(opensNothing)
    expect({ ...revoked.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' })
  })

  test('opens nothing while its account is deactivated, or is no enterprise account', async () => {
    const owner = await user(portal)
    const { as } = await program(portal, owner)
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

  test('opens nothing once its account is closed', async () => {
    const owner = await user(portal)
    const { as } = await program(portal, owner)
    await portal.db.updateTable('users').set({ closedAt: portal.clock.now() }).where('id', '=', owner.id).execute()
    expect(await as.call(enterprise.list)).toMatchObject(opensNothing)
  })

  test('opens only what its scopes say', async () => {
    const owner = await enterpriseUser(portal, { onDemandCredits: 100 })
    const { as } = await program(portal, owner, { scopes: ['counts:read', 'orders:read'] })
    expect((await as.call(enterprise.list)).status).toBe(200)
    const order = { campaignId: owner.campaign.id, orderName: 'Mine', quantity: 50 }
    expect(await as.call(enterprise.place, { body: order })).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN', message: 'This API key lacks the scope orders:write.' },
    })
    expect((await owner.as.call(apiKeys.list)).body.items).toHaveLength(1)
  })

  test('opens no call that takes an access token, and an access token no call that takes a key', async () => {
    const owner = await user(portal)
    const { as } = await program(portal, owner)
    expect(await as.call(apiKeys.list)).toMatchObject({
      status: 401,
      body: { message: expect.stringContaining('only the calls under /v1/enterprise') },
    })
    const needed = { status: 401, body: { message: expect.stringContaining('takes an API key') } }
    expect(await owner.as.call(enterprise.list)).toMatchObject(needed)
    expect(await nobody(portal).call(enterprise.list)).toMatchObject(needed)
  })

  test('is in no log line, whatever becomes of its call', async () => {
    const owner = await user(portal)
    const { issued, as } = await program(portal, owner, { scopes: ['orders:read'] })
    await as.call(enterprise.list)
    await as.call(enterprise.count, { body: { campaignType: 'MAIL_READY', criteria: {} } })
    await withHeaders({ 'X-API-Key': issued.key, Authorization: `Bearer ${issued.key}` }, `?token=${issued.key}`)
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
    // As it would be found.
    portal.services.log.info({ careless: issued.key }, 'request')
    expect(portal.logged.filter((line) => line.includes(issued.key.slice(8)))).toHaveLength(1)
  })
})

/** The tables that have a text in any column of any row. */
async function tablesWith(text: string): Promise<string[]> {
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
