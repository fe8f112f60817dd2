import { about } from '@dooryard/contract/about'
import { account } from '@dooryard/contract/account'
import { adminUsers } from '@dooryard/contract/admin-users'
import { auth } from '@dooryard/contract/auth'
import { privateOrders } from '@dooryard/contract/orders'
import { savedSearches } from '@dooryard/contract/saved-searches'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { actAsConsumer, banner, says } from './administrator.ts'
import { signIn, useBrowser } from './browser.ts'
import { findings } from './findings.ts'
import { call } from './portal-process.ts'
import { soon } from './real-time.ts'

const { open, troubles, url } = useBrowser()

const ended = 'You are no longer acting as Casey Testwell.'

/** Screens of the portal, addresses that lead nowhere, and screens for everybody. */
const everyKind = [
  '/portal/lead-finder',
  '/portal/settings/profile',
  '/portal/nowhere',
  '/nowhere',
  '/terms',
  '/verify-email',
  '/dev/outbox',
  '/portal/settings/account',
]

const isHome = (at: URL) => at.pathname === '/portal'

afterAll(() => expect(troubles.filter((trouble) => !/status of 401/.test(trouble))).toEqual([]))

test('an administrator finds a user, says why, acts as them under a banner, and is themselves again', async () => {
  const { page, context } = await open()
  await signIn(page, 'admin')
  const second = await context.newPage()
  await second.goto('/portal/data')
  await second.getByRole('heading', { level: 1, name: 'Data' }).waitFor()

  await page.bringToFront()
  await page.goto('/portal')
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await page.getByRole('searchbox').fill('consumer')
  await page.getByText('Showing 1 to 1 of 1 results').waitFor()
  await page.getByRole('button', { name: 'Act as Casey Testwell…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Act as Casey Testwell' })
  await dialog.getByRole('textbox', { name: 'Reason' }).waitFor()
  // Until a dialog has faded in its words have too little contrast.
  await expect.poll(() => findings(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Act as Casey' }).click()
  await dialog.getByText('Please give a reason of at least 5 characters').waitFor()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Asked by phone why a search finds nobody')
  await dialog.getByRole('button', { name: 'Act as Casey' }).click()

  await page.waitForURL(isHome)
  await banner(page).getByRole('status').getByText(says).waitFor()
  await banner(page)
    .getByText(/^60 min left$/)
    .waitFor()
  await page.getByRole('heading', { level: 1, name: 'Welcome, Casey' }).waitFor()
  await second.waitForURL(isHome, soon)
  await banner(second).getByText(says).waitFor()

  await second.bringToFront()
  for (const path of everyKind) {
    await second.goto(path)
    await second.getByRole('heading', { level: 1 }).waitFor()
    await banner(second).getByText(says).waitFor()
    expect({ path, top: (await banner(second).boundingBox())?.y }).toEqual({ path, top: 0 })
  }
  // What the user may not see, whoever acts as them may not see either.
  await second.goto('/portal/users')
  await second.waitForURL(isHome)

  await page.bringToFront()
  await banner(page).getByRole('button', { name: 'Stop' }).click()
  await page.waitForURL('**/portal/users?search=consumer')
  await page.getByText('Showing 1 to 1 of 1 results').waitFor()
  await page.getByRole('button', { name: 'Account of Ada Placeholder' }).waitFor()
  await second.getByRole('heading', { level: 1, name: 'Welcome, Ada' }).waitFor()
  expect(await banner(page).count()).toBe(0)
  await context.close()
})

test('users are filtered by role and sorted in the address, and nobody acts as an administrator', async () => {
  const { page, context } = await open()
  await signIn(page, 'admin')
  // The oldest first: other tests add people.
  await page.goto('/portal/users?order=asc')
  await page.getByRole('link', { name: 'Ada Placeholder', exact: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Act as Ada Placeholder…' }).count()).toBe(0)
  await page.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: 'Super Admin' }).click()
  await page.getByRole('option', { name: 'Affiliate User' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Name', exact: true }).click()
  await page.waitForURL(/[?&]sort=name/)
  const { searchParams } = new URL(page.url())
  expect(JSON.parse(searchParams.get('roles') ?? '')).toEqual(['SUPER_ADMIN', 'AFFILIATE_USER'])
  expect(searchParams.get('order')).toBe('asc')
  // Until there is an answer the list stays as it was.
  await expect.poll(() => page.getByText('Casey Testwell').count()).toBe(0)
  await page.reload()
  await page.getByText('Alex Mockford').waitFor()
  expect(await page.getByText('Casey Testwell').count()).toBe(0)
  await context.close()
})

test('the user ends the session, and the administrator goes on as themselves', async () => {
  const { page, context } = await open()
  await signIn(page, 'admin')
  await actAsConsumer(page)
  const body = { email: 'consumer@dooryard.test', password: 'dooryard-demo' }
  const { accessToken } = await call(url, undefined, auth.login, { body })
  const { items } = await call(url, accessToken, account.sessions, { query: {} })
  const acting = items.find(({ impersonation }) => impersonation?.adminEmail === 'admin@dooryard.test')
  await call(url, accessToken, account.endSession, { params: { sessionId: acting?.id ?? '' } })
  // The open stream of the balance hears of it: nobody has to click.
  await page.getByText(ended).waitFor()
  await page.waitForURL('**/portal/users?search=consumer')
  await page.getByRole('button', { name: 'Account of Ada Placeholder' }).waitFor()
  expect(await banner(page).count()).toBe(0)
  await context.close()
})

/** Lets acting end so many seconds from now, as far as the browser can tell; the other tabs hear of it. */
const endActingIn = (page: Page, seconds: number) =>
  page.evaluate((ms) => {
    const kept = JSON.parse(localStorage.getItem('dooryard.session') ?? '{}')
    kept.afterImpersonationState.expiresAt = new Date(Date.now() + ms).toISOString()
    localStorage.setItem('dooryard.session', JSON.stringify(kept))
  }, seconds * 1000)

test('after an hour the administrator goes on as themselves', async () => {
  const { page, context } = await open()
  await signIn(page, 'admin')
  await actAsConsumer(page)
  // Nobody waits for an hour: what the browser knows of its end is brought forward, from an address without a screen.
  const other = await context.newPage()
  await other.goto(about.get.path)
  await page.bringToFront()
  await endActingIn(other, 50)
  await banner(page).getByText('Less than a minute left').waitFor()
  await page.reload()
  await banner(page).getByText('Less than a minute left').waitFor()
  await endActingIn(other, 1)
  await page.getByText(ended).waitFor()
  await page.waitForURL('**/portal/users?search=consumer')
  await page.getByText('Showing 1 to 1 of 1 results').waitFor()
  await context.close()
})

test('an administrator who signs out while acting is signed out altogether', async () => {
  const { page, context } = await open()
  await signIn(page, 'admin')
  // What the screen of the user asks for, some of it late, is no part of what follows.
  const answered = [privateOrders.list, savedSearches.list].map(({ path }) =>
    page.waitForResponse((answer) => new URL(answer.url()).pathname === path),
  )
  await actAsConsumer(page)
  await Promise.all(answered)
  await page.getByRole('button', { name: /^Account of/ }).click()
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/v1/')) calls.push(`${request.method()} ${pathname}`)
  })
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL('**/login')
  // Both sessions are ended, and nothing is asked for on behalf of the administrator in between.
  const stop = `${adminUsers.endImpersonation.method} ${adminUsers.endImpersonation.path}`
  const logout = `${account.logout.method} ${account.logout.path}`
  await expect.poll(() => calls.filter((call) => !call.startsWith('GET /v1/about'))).toEqual([stop, logout])
  await page.goto('/portal/users')
  await page.waitForURL('**/login?redirect=*')
  await context.close()
})
