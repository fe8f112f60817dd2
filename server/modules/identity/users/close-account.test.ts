import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { account } from '@dooryard/contract/identity/account'
import { adminUsers } from '@dooryard/contract/identity/admin/admin-users'
import { auth } from '@dooryard/contract/identity/auth'
import { orders } from '@dooryard/contract/orders/orders'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { composeTasks } from '../../../compose/jobs.ts'
import { startWorker } from '../../../platform/jobs/jobs.ts'
import {
  actAsUser,
  anonymousCaller,
  enterpriseUser,
  signInWithPassword,
  testPassword,
  user,
} from '../../../test/factories.ts'
import { type Portal, testPortal } from '../../../test/portal.ts'
import type { Caller } from '../../../test/requests.ts'
import { scaleForTorture } from '../../../test/torture.ts'
import { buildPng } from '../pictures/pictures.fixture.ts'
import { createUser } from './create-user.ts'

let portal: Portal
beforeAll(async () => {
  portal = await testPortal({ demoRows: 2_000 })
})
afterAll(() => portal.close())

const closeAccount = (as: Caller, password = testPassword) => as.call(account.close, { body: { password } })
const getStatus = async (as: Caller) => (await as.call(account.me)).status
const getUserRow = (id: string) =>
  portal.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const personalData = {
  firstName: 'Tessaline',
  lastName: 'Sampletonsdottir',
  phone: '615-555-0177',
  companyName: 'Erasable Outreach',
  address_country: 'US',
  address_state: 'TN',
  address_city: 'Erasable City',
  address_street: '12 Erasable Orchard Ln',
  address_apt_suite: 'Erasable 4',
  address_zip: '37299',
}

test('only an administrator finds a closed account, by its id and marked as closed', async () => {
  const { id, as } = await user(portal)
  const admin = await user(portal, { role: 'SUPER_ADMIN' })
  const found = async () => (await admin.as.call(adminUsers.get, { params: { id } })).body
  expect(await found()).not.toHaveProperty('closedAt')
  await closeAccount(as)
  const { closedAt } = await getUserRow(id)
  const closed = { id, isActive: false, closedAt: closedAt?.toISOString() }
  expect(await found()).toMatchObject(closed)
  expect((await admin.as.call(adminUsers.many, { query: { ids: [id] } })).body.items).toMatchObject([closed])
  expect((await admin.as.call(adminUsers.list, { query: { search: id } })).body.items).toEqual([])
})

test('a closed account is anonymized, signed out everywhere and notified, and its orders and ledger stay', async () => {
  const { id, email, as, campaign } = await enterpriseUser(portal, { onDemandCredits: 30 })
  await as.call(account.change, { body: personalData })
  const { body: picture } = await as.call(account.updatePicture, { body: new Blob([new Uint8Array(buildPng(9, 9))]) })
  const file = picture.profilePictureUrl.split('/').at(-1)
  expect(await readdir(join(portal.folder, 'pictures'))).toContain(file)
  const phone = await signInWithPassword(portal, email)
  const entries = portal.db.selectFrom('creditEntries').selectAll().where('userId', '=', id).orderBy('id')
  const ledger = await entries.execute()

  expect(await closeAccount(as)).toMatchObject({ status: 204, body: undefined })

  expect(await Promise.all([as, phone.as].map(getStatus))).toEqual([401, 401])
  const refreshed = await anonymousCaller(portal).call(auth.refresh, { body: { refreshToken: phone.refreshToken } })
  expect(refreshed).toMatchObject({ status: 401 })
  const row = await getUserRow(id)
  expect(row).toMatchObject({
    email: `closed-${id}@closed.invalid`,
    firstName: 'Closed',
    lastName: 'Account',
    phone: '000000',
    isActive: false,
    closedAt: expect.any(Date),
    role: 'ENTERPRISE_USER',
  })
  for (const fact of [email, ...Object.values(personalData)].filter((text) => text.length > 2))
    expect(JSON.stringify(row).toLowerCase()).not.toContain(fact.toLowerCase())
  expect((await fetch(portal.url + picture.profilePictureUrl)).status).toBe(404)
  expect(ledger).not.toEqual([])
  const ended = { type: 'EXPIRE', amount: -30, balanceAfter: 0, reason: 'The account was closed' }
  expect(await entries.execute()).toEqual([...ledger, expect.objectContaining(ended)])
  const campaigns = portal.db.selectFrom('campaigns').select('id').where('userId', '=', id)
  expect(await campaigns.execute()).toEqual([{ id: campaign.id }])
  const audited = portal.db.selectFrom('auditLog').select(['actorId', 'after']).where('action', '=', 'account.closed')
  expect(await audited.where('objectId', '=', id).execute()).toEqual([{ actorId: id, after: null }])

  const { deliver, mails } = createMailCollector()
  const worker = await startWorker({
    ...portal,
    tasks: composeTasks(portal.services, { deliver, billing: portal.billing }),
    log: portal.services.log,
  })
  const listMails = () => mails.filter(({ to }) => to === email)
  await expect.poll(listMails).toMatchObject([{ subject: 'Your Dooryard account is closed' }])
  await expect.poll(() => readdir(join(portal.folder, 'pictures'))).not.toContain(file)
  await worker.stop()
}, 60_000)

function createMailCollector() {
  const mails: { to: string; subject: string }[] = []
  return { mails, deliver: async (mail: { to: string; subject: string }) => void mails.push(mail) }
}

test('nobody can sign in to a closed account, with its old or new address and any password', async () => {
  const { id, email, as } = await user(portal)
  await closeAccount(as)
  for (const known of [email, `closed-${id}@closed.invalid`]) {
    const { status, body } = await anonymousCaller(portal).call(auth.login, {
      body: { email: known, password: testPassword },
    })
    expect({ status, message: (body as { message?: string }).message }).toEqual({
      status: 401,
      message: 'The email address or password is incorrect.',
    })
  }
  expect((await getUserRow(id)).passwordHash).toMatch(/^\$argon2id\$/)
})

test('the address of a closed account is free again', async () => {
  const { id, email, as } = await user(portal)
  await closeAccount(as)
  const person = { firstName: 'Tess', lastName: 'Sampleton', phone: '615-555-0120', role: 'CONSUMER_USER' as const }
  const made = await createUser(portal.services, { ...person, email, password: testPassword })
  expect(made).not.toBeNull()
  expect(made?.id).not.toBe(id)
  await signInWithPassword(portal, email)
})

test('a wrong password closes nothing and shows an error on its field', async () => {
  const { as } = await user(portal)
  const message = 'The password is not right.'
  expect(await closeAccount(as, 'not-the-right-one')).toMatchObject({
    status: 422,
    body: { message, issues: [{ path: 'password', message }] },
  })
  expect(await getStatus(as)).toBe(200)
})

test('an account with orders in progress stays open until they have finished', async () => {
  const { id, as, campaign } = await enterpriseUser(portal, { onDemandCredits: 500 })
  const order = { params: { campaignId: campaign.id }, body: { orderName: 'First', quantity: 50 } }
  expect(await as.call(orders.place, order)).toMatchObject({ status: 201 })
  expect(await closeAccount(as)).toMatchObject({
    status: 409,
    body: {
      message: 'An order of yours is still in progress. You can close your account once every order has finished.',
    },
  })
  await as.call(orders.place, { ...order, body: { orderName: 'Second', quantity: 50 } })
  expect(await closeAccount(as)).toMatchObject({
    status: 409,
    body: { message: expect.stringMatching(/^2 orders of yours are still/) },
  })
  expect(await getStatus(as)).toBe(200)
  expect((await getUserRow(id)).email).not.toContain('closed')
  await portal.db.updateTable('orders').set({ internalStatus: 'READY' }).where('userId', '=', id).execute()
  expect(await closeAccount(as)).toMatchObject({ status: 204 })
})

test('of administrators who all close at once one remains and gets the reason', async () => {
  const accounts = portal.db.updateTable('users').where('role', '=', 'SUPER_ADMIN')
  for (let round = 0; round < scaleForTorture(2, 20); round++) {
    await accounts.set({ isActive: false }).execute()
    const admins = await Promise.all(Array.from({ length: 4 }, () => user(portal, { role: 'SUPER_ADMIN' })))
    const replies = await Promise.all(admins.map(({ as }) => closeAccount(as)))
    expect(replies.map(({ status }) => status).sort()).toEqual([204, 204, 204, 409])
    expect(replies.find(({ status }) => status === 409)?.body).toMatchObject({
      message: 'You are the last administrator. Make another user an administrator before you close your account.',
    })
    const statuses = await Promise.all(admins.map(({ as }) => getStatus(as)))
    expect(statuses.sort()).toEqual([200, 401, 401, 401])
  }
}, 60_000)

test('an impersonating administrator cannot close the account, and closing it ends the impersonation', async () => {
  const [admin, { id, as }] = [await user(portal, { role: 'SUPER_ADMIN' }), await user(portal)]
  const { as: acting } = await actAsUser(portal, admin, id)
  expect(await closeAccount(acting)).toMatchObject({ status: 403 })
  expect(await closeAccount(as)).toMatchObject({ status: 204 })
  expect(await Promise.all([acting, admin.as].map(getStatus))).toEqual([401, 200])
  const again = await admin.as.call(adminUsers.impersonate, { params: { id }, body: { reason: 'Asked to look' } })
  expect(again.status).toBe(422)
})

test('concurrent closing and changing leave no personal data behind', async () => {
  for (let round = 0; round < scaleForTorture(3, 20); round++) {
    const { id, as } = await user(portal)
    const changes = [
      () => as.call(account.change, { body: personalData }),
      () => as.call(account.updatePicture, { body: new Blob([new Uint8Array(buildPng(9, 9))]) }),
    ]
    const [closed] = await Promise.all([closeAccount(as), ...changes.map((change) => change())])
    expect(closed).toMatchObject({ status: 204 })
    expect(await getUserRow(id)).toMatchObject({
      firstName: 'Closed',
      companyName: null,
      addressCity: null,
      pictureKey: null,
    })
  }
})
