import { expect, test } from 'vitest'
import { signIn, useBrowser } from './browser.ts'
import { findings } from './findings.ts'
import { enter, inPortal, newPerson, password, signInAs, wrongSignIn } from './person.ts'

const { open, url } = useBrowser()

/** A browser in which a new account is signed in, on one screen of its settings. */
async function settings(options = {}) {
  const email = await newPerson(url)
  const { page, context } = await open(options)
  await signInAs(page, email)
  await page.goto('/portal/settings/account')
  return { email, page, context }
}

test('a wrong current password is said on its field, and a new one signs the other browser out', async () => {
  const { email, page, context } = await settings()
  const other = await open()
  await signInAs(other.page, email)
  await other.page.goto('/portal')

  const current = page.getByLabel('Current password', { exact: true })
  const change = page.getByRole('button', { name: 'Change password' })
  await change.click()
  await page.getByText('Current password is required').waitFor()
  await current.fill('not-the-password')
  await page.getByLabel('New password', { exact: true }).fill('staple-horse-battery')
  await page.getByLabel('Confirm new password').fill('staple-horse-battery')
  await change.click()
  await page.getByText('Current password is not right.').first().waitFor()
  await expect.poll(() => current.getAttribute('aria-invalid')).toBe('true')
  expect(await current.inputValue()).toBe('not-the-password')

  await current.fill(password)
  await change.click()
  await page.getByText('Your password is changed, and every other device is signed out').waitFor()
  expect(await current.inputValue()).toBe('')
  await other.page.reload()
  await other.page.waitForURL(/\/login/)
  await enter(other.page, email)
  await other.page.getByText(wrongSignIn).first().waitFor()
  await enter(other.page, email, 'staple-horse-battery')
  await inPortal(other.page)
  await other.context.close()
  await context.close()
})

test('devices are named, and all others are signed out while this one stays', async () => {
  const { email, page, context } = await settings()
  const phone =
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'
  const other = await open({ userAgent: phone, viewport: { width: 390, height: 844 } })
  await enter(other.page, email)
  await inPortal(other.page)

  const devices = page.getByRole('list', { name: 'Devices' }).getByRole('listitem')
  await page.reload()
  const pixel = devices.filter({ hasText: 'Chrome on Android' })
  await pixel.getByText(/^signed in [A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d{2}\s[AP]M$/).waitFor()
  expect(await devices.first().getByText('This device').count()).toBe(1)
  expect(await findings(page)).toEqual([])

  await page.getByRole('button', { name: 'Sign out all others' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out all others' }).click()
  await page.getByText('All other devices are signed out').waitFor()
  await expect.poll(() => devices.count()).toBe(1)
  await other.page.reload()
  await other.page.waitForURL(/\/login/)
  expect(new URL(page.url()).pathname).toBe('/portal/settings/account')
  await other.context.close()
  await context.close()
})

test('the question before closing says how many credits are lost', async () => {
  const { page, context } = await open()
  await signIn(page, 'enterprise')
  await page.goto('/portal/settings/account')
  await page.getByRole('button', { name: 'Close account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Close your account?' })
  await dialog.getByText(/^[\d,]+ credits are lost\.$/).waitFor()
  await context.close()
})

test('a closed account says what is lost, ends at the sign-in screen and never signs in again', async () => {
  const { email, page, context } = await settings()
  await page.getByRole('button', { name: 'Close account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Close your account?' })
  await dialog.getByText('It cannot be taken back.').waitFor()
  // Until a dialog has faded in its words have too little contrast.
  await expect.poll(() => findings(page)).toEqual([])
  const close = dialog.getByRole('button', { name: 'Close my account' })
  await dialog.getByLabel('Your email address').fill('somebody@example.com')
  await close.click()
  await expect.poll(() => page.evaluate('document.activeElement.dataset.path')).toBe('email')
  await dialog.getByLabel('Password', { exact: true }).fill('not-the-password')
  await close.click()
  await dialog.getByText(`Type ${email} to go on`).waitFor()
  await dialog.getByLabel('Your email address').fill(email)
  await close.click()
  await dialog.getByText('The password is not right.').waitFor()
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await close.click()
  await Promise.all([page.waitForURL(/\/login/), page.getByText('Your account is closed').waitFor()])
  await enter(page, email)
  await page.getByText(wrongSignIn).first().waitFor()
  await context.close()
})
