import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '../test/stores/database.ts'
import { audit } from './audit.ts'
import { inTransaction } from './postgres/database.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
  for (let at = 0; at < 3; at++) await audit(ctx(), { action: 'session.started', after: { at } })
})
afterAll(() => database.close())

const ctx = () => ({ db: database.db, clock: { now: () => new Date('2026-11-02T09:30:00.123Z') } })
const entries = () => database.db.selectFrom('auditLog').selectAll().orderBy('id').execute()

test.each([
  `update audit_log set reason = 'Another'`,
  'update audit_log set hash = hash where id = 2',
  'delete from audit_log',
  'delete from audit_log where id = 3',
  'truncate audit_log',
])('%s is refused, and changes nothing', async (statement) => {
  const before = await entries()
  expect(before.length).toBeGreaterThanOrEqual(3)
  await expect(database.pool.query(statement)).rejects.toThrow('audit_log is append-only')
  expect(await entries()).toEqual(before)
})

test('an entry of a rolled-back transaction is rolled back with it', async () => {
  const before = await entries()
  const undone = inTransaction(ctx(), async (tx) => {
    await audit(tx, { action: 'account.closed' })
    throw new Error('undone')
  })
  await expect(undone).rejects.toThrow('undone')
  expect(await entries()).toEqual(before)
})

test.each(['password', 'newPassword', 'refreshToken', 'resetCode', 'passwordHash', 'clientSecret'])(
  'a detail called %s is refused at any depth',
  async (name) => {
    const before = await entries()
    const message = `The audit log takes no ${name}.`
    for (const facts of [{ [name]: 'x' }, { deep: { er: [{ [name]: 'x' }] } }]) {
      await expect(audit(ctx(), { action: 'account.created', before: facts })).rejects.toThrow(message)
      await expect(audit(ctx(), { action: 'account.created', after: facts })).rejects.toThrow(message)
    }
    expect(await entries()).toEqual(before)
  },
)

test('an impersonation entry names the administrator as actor, the user on whose behalf, and the reason', async () => {
  const [adminId, userId] = ['00000000-0000-7000-8000-00000000000a', '00000000-0000-7000-8000-00000000000b']
  const own = { userId, role: 'CONSUMER_USER' as const, sessionId: 's' }
  const acting = { ...own, impersonator: { userId: adminId, reason: 'Asked by phone' } }
  await audit({ ...ctx(), actor: own }, { action: 'profile.changed' })
  await audit({ ...ctx(), actor: acting }, { action: 'profile.changed' })
  await audit({ ...ctx(), actor: acting }, { action: 'profile.changed', reason: 'Another' })
  const [first, second, third] = (await entries()).slice(-3)
  expect(first).toMatchObject({ actorId: userId, onBehalfOfId: null, reason: null })
  expect(second).toMatchObject({ actorId: adminId, onBehalfOfId: userId, reason: 'Asked by phone' })
  expect(third).toMatchObject({ actorId: adminId, onBehalfOfId: userId, reason: 'Another' })
})
