import { billing } from '@dooryard/contract/billing/billing'
import { coupons } from '@dooryard/contract/billing/coupons'
import { auth } from '@dooryard/contract/identity/auth'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { signIn, useBrowser } from '../support/browser.ts'
import { waitForPaint } from '../support/page-idle.ts'
import { call } from '../support/portal-process.ts'
import { createTestUser, password, signInAs } from '../support/test-user.ts'

const { open, url } = useBrowser()

/** Delays the requests to an address until they are released. */
async function delayResponses(page: Page, address: string) {
  const calls: string[] = []
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(address, async (route) => {
    calls.push(route.request().method())
    await released
    await route.continue()
  })
  return { calls, release: () => release() }
}

/** Tries every way to close a dialog whose request is in progress. */
async function expectStaysOpen(page: Page, title: string, closeLabel: string, cancel: string) {
  const dialog = page.getByRole('dialog', { name: title })
  // The request can start before the screen shows it.
  await expect.poll(() => dialog.getByRole('button', { name: closeLabel }).first().isDisabled()).toBe(true)
  expect(await dialog.getByRole('button', { name: cancel, exact: true }).last().isDisabled()).toBe(true)
  await page.keyboard.press('Escape')
  await waitForPaint(page)
  expect(await dialog.isVisible()).toBe(true)
}

test('a submitted impersonation cannot be dismissed, and is requested once', async () => {
  const email = await createTestUser(url)
  const { page, context } = await open()
  await signIn(page, 'admin')
  const { calls, release } = await delayResponses(page, '**/v1/admin/impersonate/*')
  await page.goto(`/portal/users?search=${email}`)
  await page.getByRole('button', { name: 'Impersonate Casey Morvane' }).click()
  await page.getByLabel('Reason').fill('Asked by phone why an order came back short')
  await page.getByRole('button', { name: 'Impersonate Casey', exact: true }).dblclick()
  await expect.poll(() => calls.length).toBe(1)
  await expectStaysOpen(page, 'Impersonate Casey Morvane', 'Cancel', 'Cancel')
  release()
  await page
    .getByText(/impersonating/i)
    .first()
    .waitFor()
  expect(calls).toEqual(['POST'])
  await context.close()
})

test('dialogs stay open while a picture is saved or an account is closed', async () => {
  const email = await createTestUser(url)
  const { page, context } = await open()
  await signInAs(page, email)
  await page.goto('/portal/settings/profile')
  const buffer = await page.screenshot({ type: 'jpeg' })
  await page.getByLabel('Picture file').setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer })
  const saving = await delayResponses(page, '**/update-profile-picture')
  await page.getByRole('button', { name: 'Save picture' }).click()
  await expect.poll(() => saving.calls.length).toBe(1)
  await expectStaysOpen(page, 'Crop photo', 'Cancel', 'Cancel')
  saving.release()
  await page.getByText('Photo updated').waitFor()

  await page.goto('/portal/settings/account')
  const closing = await delayResponses(page, '**/close-account')
  await page.getByRole('button', { name: 'Close account' }).click()
  await page.getByLabel('Your email address').fill(email)
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Close my account' }).click()
  await expect.poll(() => closing.calls.length).toBe(1)
  await expectStaysOpen(page, 'Close your account?', 'Cancel', 'Cancel')
  closing.release()
  await page.getByText('Account closed').waitFor()
  await context.close()
})

test('a confirmation by double click acts once', async () => {
  const { accessToken } = await call(url, undefined, auth.login, {
    body: { email: 'admin@dooryard.test', password: 'dooryard-demo' },
  })
  const code = `TWICE-${Date.now()}`
  await call(url, accessToken, coupons.create, { body: { code, kind: 'PERCENT', value: 10, appliesTo: 'ANY' } })
  const { page, context } = await open()
  await signIn(page, 'admin')
  const calls: string[] = []
  page.on('request', (request) => request.url().includes('/v1/coupons/') && calls.push(request.method()))
  await page.goto(`/portal/coupons?search=${code}`)
  await page.getByRole('button', { name: `Archive ${code}` }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Archive ${code}` })
    .dblclick()
  await page.getByText(`${code} archived`).waitFor()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  expect(calls).toEqual(['DELETE'])
  await context.close()
})

test('Escape keeps the input, and a lost response grants nothing twice', async () => {
  const email = await createTestUser(url)
  const { page, context } = await open()
  await signIn(page, 'admin')
  let sent = 0
  await page.route('**/adjust-credits', async (route) => {
    sent += 1
    if (sent > 1) return route.continue()
    await route.fetch()
    await route.abort()
  })
  await page.goto(`/portal/users?search=${email}`)
  await page.getByRole('link', { name: 'Casey Morvane', exact: true }).click()
  await page.getByRole('button', { name: 'Adjust credits…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Adjust credits of Casey Morvane' })
  await dialog.getByLabel('Amount').fill('100')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Close this?' }).getByRole('button', { name: 'Keep typing' }).click()
  expect(await dialog.getByLabel('Amount').inputValue()).toBe('100')
  await dialog.getByLabel('Reason').fill('The order came bakc short')
  await dialog.getByRole('button', { name: 'Add 100' }).click()
  await dialog.getByText('The result is unknown').waitFor()
  await dialog.getByLabel('Reason').fill('The order came back short')
  await dialog.getByRole('button', { name: 'Add 100' }).click()
  await dialog.getByText('Your previous request was processed; this one was not').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()
  await dialog.waitFor({ state: 'hidden' })
  // Closed from elsewhere over its confirmation, it does not ask when it is opened again.
  await page.getByRole('button', { name: 'Adjust credits…' }).click()
  await dialog.getByLabel('Amount').fill('100')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Close this?' }).waitFor()
  await page.goBack()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('link', { name: 'Casey Morvane', exact: true }).click()
  await page.getByRole('button', { name: 'Adjust credits…' }).click()
  await dialog.getByLabel('Amount').waitFor()
  expect(await page.getByRole('dialog', { name: 'Close this?' }).count()).toBe(0)
  const { accessToken } = await call(url, undefined, auth.login, { body: { email, password } })
  const { balance } = await call(url, accessToken, billing.info, {})
  expect([sent, balance.onDemandCredits]).toEqual([2, 100])
  await context.close()
})
