import { balances } from '@dooryard/contract/billing/credits'
import { account } from '@dooryard/contract/identity/account'
import { notificationDays, notifications } from '@dooryard/contract/identity/notifications'
import { afterAll, expect, test } from 'vitest'
import { inTransaction } from '../../../platform/postgres/database.ts'
import { testPassword, user } from '../../../test/factories.ts'
import { testPortal } from '../../../test/portal.ts'
import { identitySchedule } from '../identity.jobs.ts'
import { notifyUser } from './notify-user.ts'

const portal = await testPortal()
afterAll(portal.close)

const notify = (userId: string, title: string) =>
  inTransaction(portal.services, (tx) =>
    notifyUser(tx, { userId, kind: 'ORDER_READY', title, body: 'All 50 leads.', path: '/portal/campaigns' }),
  )

const listTitles = async ({ as }: Awaited<ReturnType<typeof user>>) =>
  (await as.call(notifications.list)).body.items.map(({ title, isRead }) => (isRead ? title : `${title}, unread`))

test('a notification is counted at once, listed newest first, and read one by one or all together', async () => {
  const me = await user(portal)
  const stream = await me.as.watch(balances.watch)
  expect((await stream.next())?.unreadNotifications).toBeUndefined()
  await notify(me.id, 'First')
  expect((await stream.next())?.unreadNotifications).toBe(1)
  portal.clock.advance(1000)
  await notify(me.id, 'Second')
  expect((await stream.next())?.unreadNotifications).toBe(2)
  expect(await listTitles(me)).toEqual(['Second, unread', 'First, unread'])

  const [newest] = (await me.as.call(notifications.list)).body.items
  const params = { notificationId: newest?.id ?? '' }
  expect((await me.as.call(notifications.read, { params })).status).toBe(204)
  expect(await listTitles(me)).toEqual(['Second', 'First, unread'])
  expect((await me.as.call(account.me)).body.unreadNotifications).toBe(1)
  await me.as.call(notifications.readAll)
  expect(await listTitles(me)).toEqual(['Second', 'First'])
  expect((await me.as.call(account.me)).body).not.toHaveProperty('unreadNotifications')
})

test('a notification is its user’s alone, and is gone when its transaction fails', async () => {
  const [me, other] = [await user(portal), await user(portal)]
  await notify(me.id, 'Mine')
  const [mine] = (await me.as.call(notifications.list)).body.items
  const params = { notificationId: mine?.id ?? '' }
  expect(await other.as.call(notifications.read, { params })).toMatchObject({ status: 404 })
  await other.as.call(notifications.readAll)
  expect([await listTitles(me), await listTitles(other)]).toEqual([['Mine, unread'], []])
  const failed = inTransaction(portal.services, async (tx) => {
    await notifyUser(tx, { userId: other.id, kind: 'CREDITS', title: 'Never', body: '', path: '/portal' })
    throw new Error('no')
  })
  await expect(failed).rejects.toThrow('no')
  expect(await listTitles(other)).toEqual([])
})

test('notifications are deleted after 90 days, and with their account', async () => {
  const [me, leaver] = [await user(portal), await user(portal)]
  await notify(leaver.id, 'Gone')
  await leaver.as.call(account.close, { body: { password: testPassword } })
  await notify(me.id, 'Old')
  portal.clock.advance(notificationDays * 86_400_000 + 1)
  await notify(me.id, 'New')
  const { rows } = await portal.pool.query('select title from notifications where user_id = any($1)', [
    [me.id, leaver.id],
  ])
  expect(rows.map(({ title }) => title).toSorted()).toEqual(['New', 'Old'])
  await identitySchedule(portal.services)['purge-notifications']?.run()
  const kept = await portal.pool.query('select title from notifications where user_id = $1', [me.id])
  expect(kept.rows).toEqual([{ title: 'New' }])
})
