import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../ids.ts'
import { doors, doorsServer } from './doors.fixture.ts'

const { db, signIn, done, close } = await doorsServer()
afterAll(close)
beforeEach(() => {
  done.length = 0
})

const admin = { userId: newId(), reason: 'Asked to look' }

const entriesOf = (userId: string) =>
  db
    .selectFrom('auditLog')
    .select(['action', 'actorId', 'onBehalfOfId', 'objectType', 'objectId', 'after', 'ipAddress', 'requestId'])
    .where('onBehalfOfId', '=', userId)
    .orderBy('id')
    .execute()

describe('an administrator who acts as a user', () => {
  test('may not do what is the user’s alone; the user may', async () => {
    const user = signIn()
    const asUser = signIn('ENTERPRISE_USER', admin)
    expect(await asUser.call(doors.sell)).toMatchObject({
      status: 403,
      body: { code: 'FORBIDDEN', message: 'You cannot do this while acting as somebody else.' },
    })
    expect(done).toEqual([])
    expect((await user.call(doors.sell)).status).toBe(204)
    expect(done).toEqual(['sold'])
  })

  test('leaves an entry of every change in the audit log, with both ids', async () => {
    const asUser = signIn('ENTERPRISE_USER', admin)
    const { headers } = await asUser.call(doors.paint, { params: { door: 'front' }, body: { colour: 'red' } })
    expect(await entriesOf(asUser.actor.userId)).toEqual([
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

  test('leaves none of what only reads, and a user none of what is their own', async () => {
    const user = signIn()
    const asUser = signIn('ENTERPRISE_USER', admin)
    await asUser.call(doors.look)
    await asUser.call(doors.count)
    await user.call(doors.paint, { params: { door: 'front' }, body: { colour: 'red' } })
    const { rows } = await sql`select id from audit_log
      where on_behalf_of_id = ${asUser.actor.userId} or actor_id = ${user.actor.userId}`.execute(db)
    expect(rows).toEqual([])
  })

  test('changes nothing while the audit log cannot be written', async () => {
    const asUser = signIn('ENTERPRISE_USER', admin)
    const paint = () => asUser.call(doors.paint, { params: { door: 'front' }, body: { colour: 'blue' } })
    await sql`alter table audit_log rename to audit_log_elsewhere`.execute(db)
    expect((await paint()).status).toBe(500)
    expect(done).toEqual([])
    await sql`alter table audit_log_elsewhere rename to audit_log`.execute(db)
    expect((await paint()).status).toBe(204)
    expect(done).toEqual(['painted blue'])
  })
})
