import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { useBrowser } from '../support/browser.ts'
import {
  newEmail,
  password,
  passwordField,
  submitSignIn,
  toast,
  waitForPortal,
  wrongSignIn,
} from '../support/test-user.ts'
import { clipboard, copyMailedCode, heading, isExpectedError, submitRegistration } from './registration.ts'

const { open, pageErrors } = useBrowser()
afterAll(() => expect(pageErrors.filter((pageError) => !isExpectedError(pageError))).toEqual([]))

const getPath = (page: Page) => new URL(page.url()).pathname

/** Returns to a background page and expects it at the login screen. */
async function waitUntilSignedOut(page: Page) {
  await page.evaluate('document.dispatchEvent(new Event("visibilitychange", { bubbles: true }))')
  await page.waitForURL((at) => at.pathname === '/login')
}

test('register, verify, sign in, reset and end sessions, in two browsers at once', async () => {
  const email = newEmail('casey')
  const first = await open(clipboard)
  const second = await open(clipboard)

  await submitRegistration(first.page, email)
  await copyMailedCode(first.context, email, 'is your Dooryard code')
  await first.page.keyboard.press('ControlOrMeta+V')
  // No button is pressed: entering six digits submits the form.
  await waitForPortal(first.page)
  expect(await first.page.evaluate('sessionStorage.getItem("dooryard.next-code")')).toBeNull()

  await submitSignIn(second.page, email)
  await waitForPortal(second.page)
  await first.page.goto('/portal/settings/account')
  const devices = first.page.getByRole('list', { name: 'Devices' }).getByRole('listitem')
  await expect.poll(() => devices.count()).toBe(2)
  await devices.nth(1).getByRole('button', { name: 'Sign out' }).click()
  await expect.poll(() => devices.count()).toBe(1)
  await waitUntilSignedOut(second.page)
  await second.page.getByText('Your session has ended. Please sign in again.').waitFor()
  expect(getPath(first.page)).toBe('/portal/settings/account')

  await second.page.goto('/login')
  await second.page.getByLabel('Email').fill(email)
  await second.page.getByRole('link', { name: 'Forgot password?' }).click()
  await heading(second.page, 'Forgot your password?').waitFor()
  expect(await second.page.getByLabel('Email').inputValue()).toBe(email)
  await second.page.keyboard.press('Enter')
  await heading(second.page, 'Choose a new password').waitFor()
  const code = await copyMailedCode(second.context, email, 'is your code for a new Dooryard password')
  await second.page.keyboard.type(code)
  await passwordField(second.page, 'New password').fill('nine-copper-kettles')
  await passwordField(second.page, 'Confirm password').fill('nine-copper-kettles')
  await second.page.keyboard.press('Enter')
  await second.page.getByText('Password changed. Sign in with the new one.').waitFor()
  await waitUntilSignedOut(first.page)

  await submitSignIn(second.page, email)
  await toast(second.page, wrongSignIn).waitFor()
  await passwordField(second.page).fill('nine-copper-kettles')
  await second.page.keyboard.press('Enter')
  await waitForPortal(second.page)
  await first.context.close()
  await second.context.close()
})

test('a form that is submitted twice is sent once, and says so when there is no connection', async () => {
  const { page, context } = await open()
  const calls: string[] = []
  page.on('request', (request) => request.method() === 'POST' && calls.push(new URL(request.url()).pathname))
  await submitRegistration(page, newEmail('sage'))
  expect(calls).toEqual(['/v1/auth/public/register'])
  await page.goto('/login')
  await page.getByLabel('Email').fill('sage@example.com')
  await passwordField(page).fill(password)
  await context.setOffline(true)
  await page.keyboard.press('Enter')
  await page.getByRole('main').getByText('Please check your internet connection and try again.').waitFor()
  expect(await passwordField(page).inputValue()).toBe(password)
  await context.close()
})
