import { auth } from '@dooryard/contract/auth'
import { billing } from '@dooryard/contract/billing'
import { coupons } from '@dooryard/contract/coupons'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { signIn, useBrowser } from './browser.ts'
import { newPerson, password, signInAs } from './person.ts'
import { call } from './portal-process.ts'
import { isDrawn } from './still.ts'

const { open, url } = useBrowser()

/** Keeps the calls to an address waiting until they are let go. */
async function holdBack(page: Page, address: string) {
  const calls: string[] = []
  let letGo = () => {}
  const free = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(address, async (route) => {
    calls.push(route.request().method())
    await free
    await route.continue()
  })
  return { calls, letGo: () => letGo() }
}

/** Tries every way out of a dialog whose call is under way. */
async function tryToClose(page: Page, title: string, cross: string, cancel: string) {
  const dialog = page.getByRole('dialog', { name: title })
  // The call can be on its way before the screen shows that it is.
  await expect.poll(() => dialog.getByRole('button', { name: cross }).first().isDisabled()).toBe(true)
  expect(await dialog.getByRole('button', { name: cancel, exact: true }).last().isDisabled()).toBe(true)
  await page.keyboard.press('Escape')
  await isDrawn(page)
  expect(await dialog.isVisible()).toBe(true)
}

test('who asks to act as a user cannot close the question any more, and asks once', async () => {
  const email = await newPerson(url)
  const { page, context } = await open()
  await signIn(page, 'admin')
  const { calls, letGo } = await holdBack(page, '**/v1/admin/impersonate/*')
  await page.goto(`/portal/users?search=${email}`)
  await page.getByRole('button', { name: 'Act as Casey Testwell…' }).click()
  await page.getByLabel('Reason').fill('Asked by phone why an order came back short')
  await page.getByRole('button', { name: 'Act as Casey', exact: true }).dblclick()
  await expect.poll(() => calls.length).toBe(1)
  await tryToClose(page, 'Act as Casey Testwell', 'Cancel', 'Cancel')
  letGo()
  await page
    .getByText(/acting as/i)
    .first()
    .waitFor()
  expect(calls).toEqual(['POST'])
  await context.close()
})

test('a picture that is being saved, and an account that is being closed, stay on the screen', async () => {
  const email = await newPerson(url)
  const { page, context } = await open()
  await signInAs(page, email)
  await page.goto('/portal/settings/profile')
  const buffer = await page.screenshot({ type: 'jpeg' })
  await page.getByLabel('Picture file').setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer })
  const saving = await holdBack(page, '**/update-profile-picture')
  await page.getByRole('button', { name: 'Save picture' }).click()
  await expect.poll(() => saving.calls.length).toBe(1)
  await tryToClose(page, 'Crop your picture', 'Cancel', 'Cancel')
  saving.letGo()
  await page.getByText('Your picture is changed').waitFor()

  await page.goto('/portal/settings/account')
  const closing = await holdBack(page, '**/close-account')
  await page.getByRole('button', { name: 'Close account' }).click()
  await page.getByLabel('Your email address').fill(email)
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Close my account' }).click()
  await expect.poll(() => closing.calls.length).toBe(1)
  await tryToClose(page, 'Close your account?', 'Keep the account', 'Keep it')
  closing.letGo()
  await page.getByText('Your account is closed').waitFor()
  await context.close()
})

test('what is confirmed by a double click is done once', async () => {
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
  await page.getByText(`${code} is archived`).waitFor()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  expect(calls).toEqual(['DELETE'])
  await context.close()
})

test('what was typed is not lost by Escape, and an answer that was lost gives nothing twice', async () => {
  const email = await newPerson(url)
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
  await page.getByRole('link', { name: 'Casey Testwell', exact: true }).click()
  await page.getByRole('button', { name: 'Adjust credits…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Adjust the credits of Casey Testwell' })
  await dialog.getByLabel('How many').fill('100')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Close this?' }).getByRole('button', { name: 'Go on typing' }).click()
  expect(await dialog.getByLabel('How many').inputValue()).toBe('100')
  await dialog.getByLabel('Reason').fill('The order came bakc short')
  await dialog.getByRole('button', { name: 'Give 100' }).click()
  await dialog.getByText('We do not know whether this was done').waitFor()
  await dialog.getByLabel('Reason').fill('The order came back short')
  await dialog.getByRole('button', { name: 'Give 100' }).click()
  await dialog.getByText('What you sent before went through').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()
  await dialog.waitFor({ state: 'hidden' })
  // Closed from elsewhere over its question, it does not ask when it is opened again.
  await page.getByRole('button', { name: 'Adjust credits…' }).click()
  await dialog.getByLabel('How many').fill('100')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog', { name: 'Close this?' }).waitFor()
  await page.goBack()
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('link', { name: 'Casey Testwell', exact: true }).click()
  await page.getByRole('button', { name: 'Adjust credits…' }).click()
  await dialog.getByLabel('How many').waitFor()
  expect(await page.getByRole('dialog', { name: 'Close this?' }).count()).toBe(0)
  const { accessToken } = await call(url, undefined, auth.login, { body: { email, password } })
  const { balance } = await call(url, accessToken, billing.info, {})
  expect([sent, balance.onDemandCredits]).toEqual([2, 100])
  await context.close()
})
