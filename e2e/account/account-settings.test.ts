import { expect, test } from 'vitest'
import { signIn, useBrowser } from '../support/browser.ts'
import { checkAccessibility } from '../support/page-checks.ts'
import {
  createTestUser,
  getMailedCode,
  newEmail,
  password,
  signInAs,
  submitSignIn,
  waitForPortal,
  wrongSignIn,
} from '../support/test-user.ts'

const { open, url } = useBrowser()

/** Opens a settings screen in a browser where a new account is signed in. */
async function openAccountSettings(options = {}) {
  const email = await createTestUser(url)
  const { page, context } = await open(options)
  await signInAs(page, email)
  await page.goto('/portal/settings/account')
  return { email, page, context }
}

test('a wrong current password shows an error on its field, and a new one signs the other browser out', async () => {
  const { email, page, context } = await openAccountSettings()
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
  await page.getByText('Password changed. Other devices are signed out.').waitFor()
  expect(await current.inputValue()).toBe('')
  await other.page.reload()
  await other.page.waitForURL(/\/login/)
  await submitSignIn(other.page, email)
  await other.page.getByText(wrongSignIn).first().waitFor()
  await submitSignIn(other.page, email, 'staple-horse-battery')
  await waitForPortal(other.page)
  await other.context.close()
  await context.close()
})

test('an email address is changed with the codes from both mailboxes', async () => {
  const { email, page, context } = await openAccountSettings()
  const to = newEmail('moved')
  await page.getByRole('button', { name: 'Change email' }).click()
  await page.getByLabel('New email address').fill(to)
  await page.getByRole('dialog').getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Send codes' }).click()
  await page.getByText('Enter both codes within 10 minutes.').waitFor()
  expect(await checkAccessibility(page)).toEqual([])
  await page.keyboard.type(await getMailedCode(url, to))
  await page
    .getByRole('group', { name: `Code sent to ${email}` })
    .getByLabel('Digit 1 of 6')
    .focus()
  await page.keyboard.type(await getMailedCode(url, email, 'confirms your change'))
  await page.keyboard.press('Enter')
  await page.getByText('Email address changed. Other devices are signed out.').waitFor()
  await page.getByRole('main').getByText(to).first().waitFor()
  // A screen of other accounts leads home, which says why.
  await page.goto('/portal/campaigns')
  await page.getByRole('note').filter({ hasText: 'Only enterprise accounts can open that page.' }).waitFor()
  await context.close()
})

test('devices have names, and all others are signed out while the current one stays', async () => {
  const { email, page, context } = await openAccountSettings()
  const phone =
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'
  const other = await open({ userAgent: phone, viewport: { width: 390, height: 844 } })
  await submitSignIn(other.page, email)
  await waitForPortal(other.page)

  const devices = page.getByRole('list', { name: 'Devices' }).getByRole('listitem')
  await page.reload()
  const pixel = devices.filter({ hasText: 'Chrome on Android' })
  await pixel.getByText(/^signed in [A-Z][a-z]{2} \d{1,2}, \d{4}, \d{1,2}:\d{2}\s[AP]M$/).waitFor()
  expect(await devices.first().getByText('This device').count()).toBe(1)
  expect(await checkAccessibility(page)).toEqual([])

  await page.getByRole('button', { name: 'Sign out all others' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out all others' }).click()
  await page.getByText('All other devices signed out').waitFor()
  await expect.poll(() => devices.count()).toBe(1)
  await other.page.reload()
  await other.page.waitForURL(/\/login/)
  expect(new URL(page.url()).pathname).toBe('/portal/settings/account')
  await other.context.close()
  await context.close()
})

test('the confirmation before closing shows how many credits are lost', async () => {
  const { page, context } = await open()
  await signIn(page, 'enterprise')
  await page.goto('/portal/settings/account')
  await page.getByRole('button', { name: 'Close account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Close your account?' })
  await dialog.getByText(/^[\d,]+ credits are lost\.$/).waitFor()
  await context.close()
})

test('a closed account lists its losses, leads to the sign-in screen and can never sign in again', async () => {
  const { email, page, context } = await openAccountSettings()
  await page.getByRole('button', { name: 'Close account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Close your account?' })
  await dialog.getByText('This cannot be undone.').waitFor()
  // While a dialog fades in, its text has too little contrast.
  await expect.poll(() => checkAccessibility(page)).toEqual([])
  const close = dialog.getByRole('button', { name: 'Close my account' })
  await dialog.getByLabel('Your email address').fill('somebody@example.com')
  await close.click()
  await expect.poll(() => page.evaluate('document.activeElement.dataset.path')).toBe('email')
  await dialog.getByLabel('Password', { exact: true }).fill('not-the-password')
  await close.click()
  await dialog.getByText(`Type ${email} to continue`).waitFor()
  await dialog.getByLabel('Your email address').fill(email)
  await close.click()
  await dialog.getByText('The password is not right.').waitFor()
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await close.click()
  await Promise.all([page.waitForURL(/\/login/), page.getByText('Account closed').waitFor()])
  await submitSignIn(page, email)
  await page.getByText(wrongSignIn).first().waitFor()
  await context.close()
})
