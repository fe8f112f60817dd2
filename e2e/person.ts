import { randomBytes, randomInt } from 'node:crypto'
import { about } from '@dooryard/contract/about'
import { auth } from '@dooryard/contract/auth'
import type { Page } from 'playwright-core'
import { startSession } from './browser.ts'
import { call } from './portal-process.ts'

export const password = 'seven-paper-lanterns'

/** What every sign-in is told that is not let in. */
export const wrongSignIn = 'The email address or the password is not right'

export const newEmail = (name: string) => `${name}-${randomBytes(6).toString('hex')}@example.com`

export const passwordOf = (page: Page, label = 'Password') => page.getByLabel(label, { exact: true })

/** A message that passes, in a corner of the screen. */
export const toast = (page: Page, text: string) => page.locator('.mantine-Notification-root', { hasText: text })

export const inPortal = (page: Page) => page.waitForURL((at) => at.pathname.startsWith('/portal'))

/** Fills the sign-in screen and sends it, without waiting for what comes of it. */
export async function enter(page: Page, email: string, given = password) {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await passwordOf(page).fill(given)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

/** Signs somebody in without a screen, whose password is the one of this file. */
export const signInAs = (page: Page, email: string) => startSession(page, { email, password })

/** Signs somebody in, and opens a screen of their settings. */
export async function openSettings(page: Page, email: string, screen: string): Promise<Page> {
  await signInAs(page, email)
  await page.goto(`/portal/settings/${screen}`)
  return page
}

/** The code in the last mail to an address, once it is there. */
async function mailedCode(url: string, to: string): Promise<string> {
  for (;;) {
    const { items } = await call(url, undefined, about.outbox, { query: { to } })
    const code = items[0]?.subject.match(/^\d{6}/)?.[0]
    if (code) return code
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Casey Testwell, with an account whose password and end concern no other test; gives its email. */
export async function newPerson(url: string, email = newEmail('casey')): Promise<string> {
  const person = { firstName: 'Casey', lastName: 'Testwell', phone: '615-555-0102' }
  const from = `198.51.100.${randomInt(1, 255)}`
  await call(url, undefined, auth.register, { body: { email, password, confirmPassword: password, ...person } }, from)
  await call(url, undefined, auth.verifyEmail, { body: { email, code: await mailedCode(url, email) } }, from)
  return email
}
