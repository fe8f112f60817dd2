import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { signIn, useBrowser } from './browser.ts'
import { enter, inPortal, newPerson, password } from './person.ts'

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
  expect(await dialog.getByRole('button', { name: cross }).first().isDisabled()).toBe(true)
  expect(await dialog.getByRole('button', { name: cancel, exact: true }).last().isDisabled()).toBe(true)
  await page.keyboard.press('Escape')
  await page.waitForTimeout(500)
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
  await enter(page, email)
  await inPortal(page)
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
