import type { BrowserContext, Page } from 'playwright-core'
import { password, passwordOf } from './person.ts'
import { comesBy } from './still.ts'

export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** A refusal by the server is an error to the console too, and those who are not signed in ask for some. */
export const isForeseen = (trouble: string) =>
  trouble.startsWith('Failed to load resource') || trouble.startsWith('request to')

export const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] }

export async function register(page: Page, email: string) {
  await page.goto('/register')
  await page.getByLabel('First name').fill('Casey')
  await page.getByLabel('Last name').fill('Testwell')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Phone number').fill('615-555-0102')
  await passwordOf(page).fill(password)
  await passwordOf(page, 'Confirm password').fill(password)
  await page.getByRole('button', { name: 'Create account' }).dblclick()
  await heading(page, 'Verify your email').waitFor()
}

/** Copies the code of the newest mail to an email with this in its subject, by the outbox screen. */
export async function copyCode(context: BrowserContext, email: string, subject: string): Promise<string> {
  const outbox = await context.newPage()
  await outbox.goto(`/dev/outbox?to=${encodeURIComponent(email)}`)
  await comesBy(outbox, outbox.getByRole('article', { name: subject }))
  const code = (await outbox.getByLabel('Code', { exact: true }).textContent()) ?? ''
  const copied = outbox.getByRole('button', { name: 'Copied' }).waitFor()
  await Promise.all([copied, outbox.getByRole('button', { name: 'Copy code' }).click()])
  await outbox.close()
  return code
}
