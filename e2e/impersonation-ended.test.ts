import { about } from '@dooryard/contract/about'
import { account } from '@dooryard/contract/account'
import { adminUsers } from '@dooryard/contract/admin-users'
import { auth } from '@dooryard/contract/auth'
import { balances } from '@dooryard/contract/credits'
import { privateOrders } from '@dooryard/contract/orders'
import { savedSearches } from '@dooryard/contract/saved-searches'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { actAsConsumer, banner } from './administrator.ts'
import { signIn, useBrowser } from './browser.ts'
import { call } from './portal-process.ts'
import { stands } from './still.ts'

const { open, troubles, url } = useBrowser()

const ended = 'You are no longer acting as Casey Testwell.'

// A call in progress when acting stops is refused.
afterAll(() => expect(troubles.filter((trouble) => !/status of 401/.test(trouble))).toEqual([]))

/** Lets acting end so many seconds from now, as far as the browser can tell; the other tabs hear of it. */
const endActingIn = (page: Page, seconds: number) =>
  page.evaluate((ms) => {
    const kept = JSON.parse(localStorage.getItem('dooryard.session') ?? '{}')
    kept.afterImpersonationState.expiresAt = new Date(Date.now() + ms).toISOString()
    localStorage.setItem('dooryard.session', JSON.stringify(kept))
  }, seconds * 1000)

/** Whether it is a stream that whoever acts as a user opens as them. */
function isOfActing({ pathname, searchParams }: URL, stream: string) {
  const [, claims = ''] = searchParams.get('token')?.split('.') ?? []
  return pathname === stream && 'act' in JSON.parse(Buffer.from(claims, 'base64url').toString())
}

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
  const watched = page.waitForResponse((answer) => isOfActing(new URL(answer.url()), balances.watch.path))
  await actAsConsumer(page)
  await Promise.all([...answered, watched])
  await stands(page)
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
