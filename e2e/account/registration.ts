import type { BrowserContext, Page } from 'playwright-core'
import { waitForPolled } from '../support/page-idle.ts'
import { password, passwordField } from '../support/test-user.ts'

export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** A rejection by the server is a console error too, and screens without a sign-in cause some. */
export const isExpectedError = (pageError: string) =>
  pageError.startsWith('Failed to load resource') || pageError.startsWith('request to')

export const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] }

export async function submitRegistration(page: Page, email: string) {
  await page.goto('/register')
  await page.getByLabel('First name').fill('Casey')
  await page.getByLabel('Last name').fill('Morvane')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Phone number').fill('615-555-0102')
  await passwordField(page).fill(password)
  await passwordField(page, 'Confirm password').fill(password)
  await page.getByRole('button', { name: 'Create account' }).dblclick()
  await heading(page, 'Verify your email').waitFor()
}

/** Copies the code of the newest mail to an email with this subject, on the outbox screen. */
export async function copyMailedCode(context: BrowserContext, email: string, subject: string): Promise<string> {
  const outbox = await context.newPage()
  await outbox.goto(`/dev/outbox?to=${encodeURIComponent(email)}`)
  await waitForPolled(outbox, outbox.getByRole('article', { name: subject }))
  const code = (await outbox.getByLabel('Code', { exact: true }).textContent()) ?? ''
  const copied = outbox.getByRole('button', { name: 'Copied' }).waitFor()
  await Promise.all([copied, outbox.getByRole('button', { name: 'Copy code' }).click()])
  await outbox.close()
  return code
}
