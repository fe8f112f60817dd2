import { about } from '@dooryard/contract/about'
import { balances } from '@dooryard/contract/billing/credits'
import { account } from '@dooryard/contract/identity/account'
import { adminUsers } from '@dooryard/contract/identity/admin/admin-users'
import { auth } from '@dooryard/contract/identity/auth'
import { privateOrders } from '@dooryard/contract/orders/orders'
import { savedSearches } from '@dooryard/contract/properties/saved-searches'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { signIn, useBrowser } from '../support/browser.ts'
import { banner, impersonateConsumer } from '../support/impersonation.ts'
import { waitUntilIdle } from '../support/page-idle.ts'
import { call } from '../support/portal-process.ts'

const { open, pageErrors, url } = useBrowser()

const endedMessage = 'Stopped impersonating Casey Morvane'

// A call in progress when the impersonation stops is rejected.
afterAll(() => expect(pageErrors.filter((pageError) => !/status of 401/.test(pageError))).toEqual([]))

/** Sets the end of the impersonation to `seconds` from now in the browser; the other tabs see it. */
const expireImpersonationIn = (page: Page, seconds: number) =>
  page.evaluate((ms) => {
    const stored = JSON.parse(localStorage.getItem('dooryard.session') ?? '{}')
    stored.afterImpersonationState.expiresAt = new Date(Date.now() + ms).toISOString()
    localStorage.setItem('dooryard.session', JSON.stringify(stored))
  }, seconds * 1000)

/** Tells whether a request is a stream that an impersonation opens. */
function isImpersonationStream({ pathname, searchParams }: URL, stream: string) {
  const [, claims = ''] = searchParams.get('token')?.split('.') ?? []
  return pathname === stream && 'act' in JSON.parse(Buffer.from(claims, 'base64url').toString())
}

test('the user ends the session, and the administrator continues as themselves', async () => {
  const { page, context } = await open()
  await signIn(page, 'admin')
  await impersonateConsumer(page)
  const body = { email: 'consumer@dooryard.test', password: 'dooryard-demo' }
  const { accessToken } = await call(url, undefined, auth.login, { body })
  const { items } = await call(url, accessToken, account.sessions, { query: {} })
  const acting = items.find(({ impersonation }) => impersonation?.adminEmail === 'admin@dooryard.test')
  await call(url, accessToken, account.endSession, { params: { sessionId: acting?.id ?? '' } })
  // The open balance stream reports it: no click is needed.
  await page.getByText(endedMessage).waitFor()
  await page.waitForURL('**/portal/users?search=consumer')
  await page.getByRole('button', { name: 'Account of Ada Tarrowen' }).waitFor()
  expect(await banner(page).count()).toBe(0)
  await context.close()
})

test('after an hour the administrator continues as themselves', async () => {
  const { page, context } = await open()
  await signIn(page, 'admin')
  await impersonateConsumer(page)
  // Instead of waiting for an hour, the stored end is moved forward, from an address without a screen.
  const other = await context.newPage()
  await other.goto(about.get.path)
  await page.bringToFront()
  await expireImpersonationIn(other, 50)
  await banner(page).getByText('Less than a minute left').waitFor()
  await page.reload()
  await banner(page).getByText('Less than a minute left').waitFor()
  await expireImpersonationIn(other, 1)
  await page.getByText(endedMessage).waitFor()
  await page.waitForURL('**/portal/users?search=consumer')
  await page.getByText('Showing 1 to 1 of 1 results').waitFor()
  await context.close()
})

test('an administrator who signs out during an impersonation is signed out completely', async () => {
  const { page, context } = await open()
  await signIn(page, 'admin')
  // Requests of the user's screen, some of them late, are not part of what follows.
  const answered = [privateOrders.list, savedSearches.list].map(({ path }) =>
    page.waitForResponse((answer) => new URL(answer.url()).pathname === path),
  )
  const streamOpened = page.waitForResponse((answer) =>
    isImpersonationStream(new URL(answer.url()), balances.watch.path),
  )
  await impersonateConsumer(page)
  await Promise.all([...answered, streamOpened])
  await waitUntilIdle(page)
  await page.getByRole('button', { name: /^Account of/ }).click()
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/v1/')) calls.push(`${request.method()} ${pathname}`)
  })
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL('**/login')
  // Both sessions are ended, with no request as the administrator in between.
  const stop = `${adminUsers.endImpersonation.method} ${adminUsers.endImpersonation.path}`
  const logout = `${account.logout.method} ${account.logout.path}`
  await expect.poll(() => calls.filter((call) => !call.startsWith('GET /v1/about'))).toEqual([stop, logout])
  await page.goto('/portal/users')
  await page.waitForURL('**/login?redirect=*')
  await context.close()
})
