import { adminCreditSettings } from '@dooryard/contract/billing/credits'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { signIn, useBrowser } from '../support/browser.ts'
import { waitForPaint } from '../support/page-idle.ts'

const { open, pageErrors } = useBrowser()
afterAll(() => expect(pageErrors).toEqual([]))

const validEmail = 'Please enter a valid email address'

/** Where a button is in the window, once it is scrolled into view. */
async function findButton(page: Page, name: string) {
  const button = page.getByRole('button', { name, exact: true })
  await button.scrollIntoViewIfNeeded()
  const box = await button.boundingBox()
  if (!box) throw new Error(`there is no button ${name}`)
  return box
}

test.each([
  ['/login', 'Sign in', [validEmail, 'Password is required']],
  [
    '/register',
    'Create account',
    [
      'First name must be at least 2 characters',
      'Last name must be at least 2 characters',
      validEmail,
      'Phone number must be at least 6 characters',
      'Password must be at least 8 characters',
    ],
  ],
  ['/forgot-password', 'Send code', [validEmail]],
  [
    '/reset-password',
    'Change password',
    [validEmail, 'Reset code must be 6 digits', 'Password must be at least 8 characters'],
  ],
  ['/verify-email', 'Verify email', [validEmail, 'Verification code must be 6 digits']],
])(
  'the first click on the button of %s submits it as it was opened, and no message moves it',
  async (path, name, messages) => {
    const { page, context } = await open()
    await page.goto(path)
    await expect.poll(() => page.evaluate('document.activeElement.matches("input")')).toBe(true)
    await waitForPaint(page)
    const before = await findButton(page, name)
    const [top, middle] = [before.y + 2, before.x + before.width / 2]
    await page.mouse.click(middle, top, { delay: 100 })
    for (const message of messages) await page.getByText(message, { exact: true }).waitFor()
    expect(await findButton(page, name)).toEqual(before)
    await context.close()
  },
)

test('a credit setting shows each message at the field of that name', async () => {
  const { page, context } = await open()
  await signIn(page, 'admin')
  // One type is free.
  await page.route(`**${adminCreditSettings.list.path}`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: (await response.json()).slice(0, 1) })
  })
  await page.goto('/portal/credit-settings')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const form = page.getByRole('dialog')
  const expectMessage = async (label: string, typed: string, message: string) => {
    await form.getByLabel(label).fill(typed)
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByText(message, { exact: true }).waitFor()
  }
  await expectMessage('Name', '', 'Name is required')
  await form.getByText('Key type is required', { exact: true }).waitFor()
  await expectMessage('Name', 'x'.repeat(101), 'Name must be less than 100 characters')
  await expectMessage('Description', 'x'.repeat(256), 'Description must be less than 255 characters')
  await expectMessage('Credit required', '-1', 'Credit required must be 0 or greater')
  await expectMessage('Minimum campaign volume', '-1', 'Minimum campaign volume must be 0 or greater')
  await form.getByLabel('Name').fill('x'.repeat(100))
  await form.getByText('Name must be less than 100 characters').waitFor({ state: 'hidden' })
  await context.close()
})
