import { account } from '@dooryard/contract/identity/account'
import { adminUsers, type UserQuery } from '@dooryard/contract/identity/admin/admin-users'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestUser, testPassword, user } from '../../../test/factories.ts'
import { type Portal, testPortal } from '../../../test/portal.ts'
import { createUser } from './create-user.ts'

let portal: Portal
let admin: TestUser
beforeAll(async () => {
  portal = await testPortal()
  admin = await user(portal, { role: 'SUPER_ADMIN' })
  for (const [firstName, lastName, email, companyName, role] of people)
    await createUser(portal.services, { ...otherFields, firstName, lastName, email, companyName, role })
})
afterAll(() => portal.close())

const otherFields = { phone: '615-555-0133', password: 'correct-horse-battery' }
const people = [
  ['Avery', 'Testwell', 'avery@example.com', undefined, 'CONSUMER_USER'],
  ['avery', 'Mockford', 'mock_ford@example.com', 'Example 100% Outreach', 'ENTERPRISE_USER'],
  ['Blake', 'Öztest', 'blake@example.test', 'Mockery \\ Sons', 'AFFILIATE_USER'],
  ['Casey', 'Sampleton', 'mockaford@example.com', 'ÖRTLICHE BEISPIELE', 'CONSUMER_USER'],
] as const

const listUsers = async (query: Partial<UserQuery> & Record<string, unknown> = {}) =>
  (await admin.as.call(adminUsers.list, { query })).body
const findNames = async (query: Parameters<typeof listUsers>[0]) =>
  (await listUsers({ sort: 'name', order: 'asc', ...query })).items.map(({ lastName }) => lastName)

test.each([
  ['a part of a name, in whatever case', 'AVER', ['Mockford', 'Testwell']],
  ['a full name', 'avery test', ['Testwell']],
  ['an email address', 'BLAKE@example.test', ['Öztest']],
  ['a company, and letters beyond ASCII', 'örtliche', ['Sampleton']],
  ['what stands in any of these', 'mock', ['Mockford', 'Öztest', 'Sampleton']],
  ['a percent sign for itself', '100% o', ['Mockford']],
  ['an underscore for itself', 'mock_', ['Mockford']],
  ['a backslash for itself', '\\ s', ['Öztest']],
  ['a percent sign alone', '%', ['Mockford']],
  ['nobody by the end of a name and the beginning of an email address', 'testwell avery@', []],
])('a search finds %s', async (_, search, lastNames) => {
  expect(await findNames({ search })).toEqual(lastNames)
  expect((await listUsers({ search })).totalCount).toBe(lastNames.length)
})

test('users are filtered by one or several roles', async () => {
  expect(await findNames({ role: 'AFFILIATE_USER' as never })).toEqual(['Öztest'])
  expect(await findNames({ role: ['AFFILIATE_USER', 'ENTERPRISE_USER'] })).toEqual(['Mockford', 'Öztest'])
  expect(await findNames({ role: ['CONSUMER_USER'], search: 'avery' })).toEqual(['Testwell'])
  expect((await listUsers({ role: ['SUPER_ADMIN'] })).items).toMatchObject([{ id: admin.id, email: admin.email }])
})

test('users are sorted as requested, newest first by default, and pages never overlap', async () => {
  const newest = [...people.map(([, lastName]) => lastName).reverse(), 'Sampleton']
  expect((await listUsers()).items.map(({ lastName }) => lastName)).toEqual(newest)
  expect(await findNames({ sort: 'createdAt' })).toEqual(newest.toReversed())
  expect(await findNames({})).toEqual(['Mockford', 'Testwell', 'Öztest', 'Sampleton', 'Sampleton'])
  expect(await findNames({ order: 'desc' })).toEqual(['Sampleton', 'Sampleton', 'Öztest', 'Testwell', 'Mockford'])

  // All have the same time and name, so only the id orders them.
  const twins = Array.from({ length: 12 }, (_, at) => ({ ...otherFields, email: `twin${at}@example.com` }))
  for (const twin of twins)
    await createUser(portal.services, { ...twin, firstName: 'Tess', lastName: 'Twin', role: 'CONSUMER_USER' })
  const one = portal.db.updateTable('users').set({ createdAt: new Date(0) })
  await one.where('lastName', '=', 'Twin').execute()
  for (const sort of ['name', 'createdAt'] as const) {
    const pages = await Promise.all([1, 2, 3].map((page) => listUsers({ search: 'twin', sort, page, limit: 5 })))
    expect(pages.map(({ items }) => items.length)).toEqual([5, 5, 2])
    expect(new Set(pages.flatMap(({ items }) => items.map(({ id }) => id))).size).toBe(12)
    expect(pages.flatMap(({ items }) => items)).toEqual((await listUsers({ search: 'twin', sort, limit: 50 })).items)
    expect(pages[1]).toMatchObject({ totalCount: 12, totalPages: 3, nextPage: 3, previousPage: 1 })
  }
})

test('a user with a closed account is not listed', async () => {
  const { email, as } = await user(portal)
  const { totalCount } = await listUsers()
  expect((await listUsers({ search: email })).items).toMatchObject([{ email }])
  await as.call(account.close, { body: { password: testPassword } })
  expect((await listUsers({ search: 'closed' })).items).toEqual([])
  expect((await listUsers()).totalCount).toBe(totalCount - 1)
})

test('a user is shown with all fields and no secrets', async () => {
  const { items } = await listUsers({ search: 'avery@' })
  expect(items).toEqual([
    {
      id: expect.any(String),
      email: 'avery@example.com',
      phone: '615-555-0133',
      firstName: 'Avery',
      lastName: 'Testwell',
      role: 'CONSUMER_USER',
      emailVerifiedAt: expect.any(String),
      createdAt: expect.any(String),
      isActive: true,
      state: 'ACTIVE',
      balance: 0,
      spent: [],
    },
  ])
})
