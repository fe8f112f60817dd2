import { randomBytes, randomInt } from 'node:crypto'
import { about } from '@dooryard/contract/about'
import { auth } from '@dooryard/contract/identity/auth'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { startSession } from './browser.ts'
import { withDatabase } from './portal-database.ts'
import { call } from './portal-process.ts'

export const password = 'seven-paper-lanterns'

/** The error of every failed sign-in. */
export const wrongSignIn = 'The email address or password is incorrect'

export const newEmail = (name: string) => `${name}-${randomBytes(6).toString('hex')}@example.com`

export const passwordField = (page: Page, label = 'Password') => page.getByLabel(label, { exact: true })

/** A toast in a corner of the screen. */
export const toast = (page: Page, text: string) => page.locator('.mantine-Notification-root', { hasText: text })

export const waitForPortal = (page: Page) => page.waitForURL((at) => at.pathname.startsWith('/portal'))

/** Fills the sign-in screen and submits it, without waiting for the result. */
export async function submitSignIn(page: Page, email: string, typedPassword = password) {
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await passwordField(page).fill(typedPassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** Signs a user with the password of this file in without a screen. */
export const signInAs = (page: Page, email: string) => startSession(page, { email, password })

/** Signs a user in and opens one of their settings screens. */
export async function openSettings(page: Page, email: string, screen: string): Promise<Page> {
  await signInAs(page, email)
  await page.goto(`/portal/settings/${screen}`)
  return page
}

/** The code in the newest mail to an address, with this text in its subject, once it has arrived. */
export async function getMailedCode(url: string, to: string, text = ''): Promise<string> {
  for (;;) {
    const { items } = await call(url, undefined, about.outbox, { query: { to } })
    const code = items.find(({ subject }) => subject.includes(text))?.subject.match(/^\d{6}/)?.[0]
    if (code) return code
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** The text of the mail to an address with this subject, once it has arrived. */
export async function findMail(url: string, to: string, subject: string): Promise<string> {
  const find = async () => {
    const { items } = await call(url, undefined, about.outbox, { query: { to } })
    return items.find((mail) => mail.subject === subject)?.text
  }
  await expect.poll(find, { timeout: 20_000 }).toBeTruthy()
  return (await find()) ?? ''
}

/** Creates the user Casey Morvane, whose password and account no other test shares; returns the email. */
export async function createTestUser(url: string, email = newEmail('casey')): Promise<string> {
  const person = { firstName: 'Casey', lastName: 'Morvane', phone: '615-555-0102' }
  const from = `198.51.100.${randomInt(1, 255)}`
  await call(url, undefined, auth.register, { body: { email, password, confirmPassword: password, ...person } }, from)
  await call(url, undefined, auth.verifyEmail, { body: { email, code: await getMailedCode(url, email) } }, from)
  return email
}

/** Makes the last proof of a user older than what matters accepts. */
export const endProof = (email: string) =>
  withDatabase((client) =>
    client.query(
      `update sessions set confirmed_at = now() - interval '11 minutes'
       where user_id = (select id from users where email = $1)`,
      [email],
    ),
  )
