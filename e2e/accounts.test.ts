import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { useBrowser } from './browser.ts'
import { clipboard, copyCode, heading, isForeseen, register } from './newcomer.ts'
import { enter, inPortal, newEmail, password, passwordOf, toast, wrongSignIn } from './person.ts'

const { open, troubles } = useBrowser()
afterAll(() => expect(troubles.filter((trouble) => !isForeseen(trouble))).toEqual([]))

const path = (page: Page) => new URL(page.url()).pathname

/** Turns to a page that was in the background, and finds it back at the login screen. */
async function isSignedOut(page: Page) {
  await page.evaluate('document.dispatchEvent(new Event("visibilitychange", { bubbles: true }))')
  await page.waitForURL((at) => at.pathname === '/login')
}

test('register, verify, sign in, reset and end sessions, in two browsers at once', async () => {
  const email = newEmail('casey')
  const first = await open(clipboard)
  const second = await open(clipboard)

  await register(first.page, email)
  await copyCode(first.context, email, 'is your Dooryard code')
  await first.page.keyboard.press('ControlOrMeta+V')
  // Nobody presses the button: six digits are enough.
  await inPortal(first.page)
  expect(await first.page.evaluate('sessionStorage.getItem("dooryard.next-code")')).toBeNull()

  await enter(second.page, email)
  await inPortal(second.page)
  await first.page.goto('/portal/settings/account')
  const devices = first.page.getByRole('list', { name: 'Devices' }).getByRole('listitem')
  await expect.poll(() => devices.count()).toBe(2)
  await devices.nth(1).getByRole('button', { name: 'Sign out' }).click()
  await expect.poll(() => devices.count()).toBe(1)
  await isSignedOut(second.page)
  await second.page.getByText('Your session has ended. Please sign in again.').waitFor()
  expect(path(first.page)).toBe('/portal/settings/account')

  await second.page.goto('/login')
  await second.page.getByLabel('Email').fill(email)
  await second.page.getByRole('link', { name: 'Forgot password?' }).click()
  await heading(second.page, 'Forgot your password?').waitFor()
  expect(await second.page.getByLabel('Email').inputValue()).toBe(email)
  await second.page.keyboard.press('Enter')
  await heading(second.page, 'Choose a new password').waitFor()
  const code = await copyCode(second.context, email, 'is your code for a new Dooryard password')
  await second.page.keyboard.type(code)
  await passwordOf(second.page, 'New password').fill('nine-copper-kettles')
  await passwordOf(second.page, 'Confirm password').fill('nine-copper-kettles')
  await second.page.keyboard.press('Enter')
  await second.page.getByText('Your password is changed. Sign in with the new one.').waitFor()
  await isSignedOut(first.page)

  await enter(second.page, email)
  await toast(second.page, wrongSignIn).waitFor()
  await passwordOf(second.page).fill('nine-copper-kettles')
  await second.page.keyboard.press('Enter')
  await inPortal(second.page)
  await first.context.close()
  await second.context.close()
})

test('a form that is sent twice is sent once, and says so when there is no connection', async () => {
  const { page, context } = await open()
  const calls: string[] = []
  page.on('request', (request) => request.method() === 'POST' && calls.push(new URL(request.url()).pathname))
  await register(page, newEmail('sage'))
  expect(calls).toEqual(['/v1/auth/public/register'])
  await page.goto('/login')
  await page.getByLabel('Email').fill('sage@example.com')
  await passwordOf(page).fill(password)
  await context.setOffline(true)
  await page.keyboard.press('Enter')
  await page.getByRole('main').getByText('Please check your internet connection and try again.').waitFor()
  expect(await passwordOf(page).inputValue()).toBe(password)
  await context.close()
})
