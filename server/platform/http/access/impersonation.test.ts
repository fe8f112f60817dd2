import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../util/ids.ts'
import { limitedEndpoints, startLimitedServer } from '../limits/limited-server.fixture.ts'

const { db, signIn, done, close } = await startLimitedServer()
afterAll(close)
beforeEach(() => {
  done.length = 0
})

const admin = { userId: newId(), reason: 'Asked to look' }

const listAuditEntries = (userId: string) =>
  db
    .selectFrom('auditLog')
    .select(['action', 'actorId', 'onBehalfOfId', 'objectType', 'objectId', 'after', 'ipAddress', 'requestId'])
    .where('onBehalfOfId', '=', userId)
    .orderBy('id')
    .execute()

describe('an administrator who impersonates a user', () => {
  test('may not do what is reserved to the user; the user may', async () => {
    const user = signIn()
    const asUser = signIn('ENTERPRISE_USER', admin)
    expect(await asUser.call(limitedEndpoints.sell)).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN', message: 'You cannot do this while impersonating a user.' },
    })
    expect(done).toEqual([])
    expect((await user.call(limitedEndpoints.sell)).status).toBe(204)
    expect(done).toEqual(['sold'])
  })

  test('leaves an audit entry for every change, with both ids', async () => {
    const asUser = signIn('ENTERPRISE_USER', admin)
    const { headers } = await asUser.call(limitedEndpoints.paint, {
      params: { door: 'front' },
      body: { colour: 'red' },
    })
    expect(await listAuditEntries(asUser.actor.userId)).toEqual([
      {
        action: 'impersonation.write',
        actorId: admin.userId,
        onBehalfOfId: asUser.actor.userId,
        objectType: 'call',
        objectId: 'POST /v1/doors/{door}/paint',
        after: { session: asUser.actor.sessionId, params: { door: 'front' } },
        ipAddress: '127.0.0.1',
        requestId: headers.get('x-request-id'),
      },
    ])
  })

  test('leaves no entry for reads, and a user none for their own changes', async () => {
    const user = signIn()
    const asUser = signIn('ENTERPRISE_USER', admin)
    await asUser.call(limitedEndpoints.look)
    await asUser.call(limitedEndpoints.count)
    await user.call(limitedEndpoints.paint, { params: { door: 'front' }, body: { colour: 'red' } })
    const { rows } = await sql`select id from audit_log
      where on_behalf_of_id = ${asUser.actor.userId} or actor_id = ${user.actor.userId}`.execute(db)
    expect(rows).toEqual([])
  })

  test('changes nothing while the audit log cannot be written', async () => {
    const asUser = signIn('ENTERPRISE_USER', admin)
    const paint = () => asUser.call(limitedEndpoints.paint, { params: { door: 'front' }, body: { colour: 'blue' } })
    await sql`alter table audit_log rename to audit_log_elsewhere`.execute(db)
    expect((await paint()).status).toBe(500)
    expect(done).toEqual([])
    await sql`alter table audit_log_elsewhere rename to audit_log`.execute(db)
    expect((await paint()).status).toBe(204)
    expect(done).toEqual(['painted blue'])
  })
})
