import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { roles } from '@dooryard/contract/api/roles'
import { account } from '@dooryard/contract/identity/account'
import {
  type NotificationKind,
  type NotificationSettingsChange,
  notifications,
} from '@dooryard/contract/identity/notifications'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { startWorker } from '../../../platform/jobs/jobs.ts'
import { runSendMail, sendMailJob } from '../../../platform/mail/mail.ts'
import { recurringPausedMail } from '../../../platform/mail/templates/orders/recurring-orders.ts'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { newId } from '../../../platform/util/ids.ts'
import { type TestUser, testPassword, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { listWebhookEvents, subscribeToEvents } from '../../webhooks/events/events.fixture.ts'
import { notifyUser } from './notify-user.ts'

const portal = await testPortal()
const { pool, services, mails } = portal
const deliver = async (mail: (typeof mails)[number]) => void mails.push(mail)
const mailWorker = await startWorker({
  pool,
  log: services.log,
  tasks: { [sendMailJob]: runSendMail(services, deliver) },
})
afterAll(async () => {
  await mailWorker.stop()
  await portal.close()
})

const quietId = newId()

const notify = ({ id: userId }: TestUser, kind: NotificationKind, title = 'Paused', path = '/portal/orders') =>
  inTransaction(services, (tx) =>
    notifyUser(tx, {
      ...{ userId, kind, title, body: 'Your balance is too low.', path },
      mail: (reader) => recurringPausedMail(tx, reader, { name: title, why: 'Your balance is too low.', page: path }),
    }),
  )

const change = ({ as }: TestUser, body: NotificationSettingsChange) => as.call(notifications.changeSettings, { body })

/** What has reached a user, once a mail that was queued after everything else has come. */
async function listReached({ id, email, as }: TestUser) {
  const last = await user(portal)
  await notify(last, 'RECURRING_ORDER')
  await expect.poll(() => mails.filter(({ to }) => to === last.email)).toHaveLength(1)
  const { items } = (await as.call(notifications.list)).body
  const events = await listWebhookEvents(portal, id)
  return {
    inApp: items.map(({ kind }) => kind),
    byMail: mails.filter(({ to }) => to === email).length,
    byWebhook: events.map(({ data }) => data.notification.kind),
  }
}

test('a notification goes by every channel until its user turns channels of its kind off, one by one', async () => {
  const me = await user(portal, { role: 'ENTERPRISE_USER' })
  await subscribeToEvents(portal, me.id)
  await notify(me, 'RECURRING_ORDER')
  expect(await listReached(me)).toEqual({ inApp: ['RECURRING_ORDER'], byMail: 1, byWebhook: ['RECURRING_ORDER'] })
  expect((await listWebhookEvents(portal, me.id))[0]).toMatchObject({
    type: 'notification.created',
    data: { notification: { title: 'Paused', body: 'Your balance is too low.', path: '/portal/orders' } },
  })
  expect(mails.find(({ to }) => to === me.email)?.text).toContain(
    'Notification settings:\nhttp://localhost:3000/portal/settings/notifications\n',
  )

  const off = await change(me, { kinds: [{ kind: 'RECURRING_ORDER', byMail: false }] })
  expect(off.body.kinds).toContainEqual({ kind: 'RECURRING_ORDER', inApp: true, byMail: false, byWebhook: true })
  await Promise.all([
    change(me, { kinds: [{ kind: 'RECURRING_ORDER', inApp: false }] }),
    change(me, { kinds: [{ kind: 'RECURRING_ORDER', byWebhook: false }] }),
  ])
  await notify(me, 'RECURRING_ORDER', 'Paused again')
  await notify(me, 'TASK_DUE', 'Call')
  expect(await listReached(me)).toEqual({
    inApp: ['TASK_DUE', 'RECURRING_ORDER'],
    byMail: 2,
    byWebhook: ['RECURRING_ORDER', 'TASK_DUE'],
  })
})

test('a kind with a webhook event of its own is not sent as a second one', async () => {
  const me = await user(portal, { role: 'ENTERPRISE_USER' })
  await subscribeToEvents(portal, me.id)
  await notify(me, 'ORDER_READY')
  expect(await listReached(me)).toEqual({ inApp: ['ORDER_READY'], byMail: 1, byWebhook: [] })
  const refused = await change(me, { kinds: [{ kind: 'ORDER_READY', byWebhook: true }] })
  expect(refused).toMatchObject({ status: 422 })
})

test('each role chooses among the kinds it gets, and only customers with webhooks choose these', async () => {
  const kindsByRole = async (role: (typeof roles)[number]) => {
    const { body } = await (await user(portal, { role })).as.call(notifications.settings)
    return [role, body.kinds.map(({ kind, byWebhook }) => (byWebhook === undefined ? kind : `${kind} by webhook`))]
  }
  const orders = ['ORDER_READY', 'ORDER_FAILED', 'ORDER_EXPIRING', 'ORDER_EXPIRED']
  expect(Object.fromEntries(await Promise.all(roles.map(kindsByRole)))).toEqual({
    SUPER_ADMIN: ['COUNTY_DATA'],
    CONSUMER_USER: [...orders, 'RECURRING_ORDER', 'NEW_MATCHES', 'TASK_DUE', 'CREDITS'],
    AFFILIATE_USER: [],
    ENTERPRISE_USER: [
      ...orders,
      ...['RECURRING_ORDER by webhook', 'NEW_MATCHES', 'TASK_DUE by webhook', 'CREDITS by webhook'],
    ],
  })
  const consumer = await user(portal, { role: 'CONSUMER_USER' })
  expect(await change(consumer, { kinds: [{ kind: 'COUNTY_DATA', byMail: false }] })).toMatchObject({ status: 422 })
  expect(await change(consumer, { kinds: [{ kind: 'TASK_DUE', byWebhook: false }] })).toMatchObject({ status: 422 })
  expect((await change(consumer, { includesApiOrders: true })).body.includesApiOrders).toBe(true)
})

test('an unread notification is replaced by one that says the same, and a read one stays', async () => {
  const me = await user(portal)
  const list = async () =>
    (await me.as.call(notifications.list)).body.items.map(({ title, path }) => `${title} ${path}`)
  await notify(me, 'TASK_DUE', 'Call', '/portal/a')
  await notify(me, 'TASK_DUE', 'Call', '/portal/b')
  await notify(me, 'TASK_DUE', 'Call', '/portal/a')
  expect(await list()).toEqual(['Call /portal/a', 'Call /portal/b'])
  await me.as.call(notifications.readAll)
  await notify(me, 'TASK_DUE', 'Call', '/portal/a')
  expect(await list()).toEqual(['Call /portal/a', 'Call /portal/a', 'Call /portal/b'])
})

test('unverified addresses get no mail, and deactivated accounts nothing', async () => {
  const [unverified, deactivated] = [await user(portal), await user(portal)]
  await portal.db.updateTable('users').set({ emailVerifiedAt: null }).where('id', '=', unverified.id).execute()
  await portal.db.updateTable('users').set({ isActive: false }).where('id', '=', deactivated.id).execute()
  await notify(unverified, 'CREDITS')
  await notify(deactivated, 'CREDITS')
  await portal.db.updateTable('users').set({ isActive: true }).where('id', '=', deactivated.id).execute()
  expect(await listReached(unverified)).toMatchObject({ inApp: ['CREDITS'], byMail: 0 })
  expect(await listReached(deactivated)).toMatchObject({ inApp: [], byMail: 0 })
})

test('the choices of an account are deleted with it', async () => {
  const me = await user(portal)
  await change(me, { kinds: [{ kind: 'TASK_DUE', byMail: false }] })
  const count = () => pool.query('select from notification_settings where user_id = $1', [me.id])
  expect((await count()).rowCount).toBe(1)
  await me.as.call(account.close, { body: { password: testPassword } })
  expect((await count()).rowCount).toBe(0)
})

test('users who had turned off mails about orders get none after the migration, and others keep all', async () => {
  const migration = join(import.meta.dirname, '../../../platform/postgres/migrations/0081-notification-settings.sql')
  const { rows } = await portal.db.transaction().execute(async (trx) => {
    await sql`create schema earlier`.execute(trx)
    await sql`set local search_path = earlier`.execute(trx)
    await sql`create table users (id uuid primary key, has_order_mails boolean not null)`.execute(trx)
    await sql`insert into users values (${quietId}, false), (${newId()}, true)`.execute(trx)
    await sql.raw(await readFile(migration, 'utf8')).execute(trx)
    return sql`select * from notification_settings order by kind`.execute(trx)
  })
  const off = { userId: quietId, inApp: true, byMail: false, byWebhook: true }
  expect(rows).toEqual(
    ['ORDER_EXPIRED', 'ORDER_EXPIRING', 'ORDER_FAILED', 'ORDER_READY'].map((kind) => ({ ...off, kind })),
  )
})
