import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { useBrowser } from './browser.ts'
import { enter, inPortal, newEmail, password, passwordOf, toast, wrongSignIn } from './person.ts'
import { comesBy } from './still.ts'

const { open, troubles } = useBrowser()

// A refusal by the server is an error to the console too, and some here are asked for.
const isForeseen = (trouble: string) =>
  trouble.startsWith('Failed to load resource') || trouble.startsWith('request to')
afterAll(() => expect(troubles.filter((trouble) => !isForeseen(trouble))).toEqual([]))

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const path = (page: Page) => new URL(page.url()).pathname

async function register(page: Page, email: string) {
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
async function copyCode(context: BrowserContext, email: string, subject: string): Promise<string> {
  const outbox = await context.newPage()
  await outbox.goto(`/dev/outbox?to=${encodeURIComponent(email)}`)
  await comesBy(outbox, outbox.getByRole('article', { name: subject }))
  const code = (await outbox.getByLabel('Code', { exact: true }).textContent()) ?? ''
  const copied = outbox.getByRole('button', { name: 'Copied' }).waitFor()
  await Promise.all([copied, outbox.getByRole('button', { name: 'Copy code' }).click()])
  await outbox.close()
  return code
}

/** Turns to a page that was in the background, and finds it back at the login screen. */
async function isSignedOut(page: Page) {
  await page.evaluate('document.dispatchEvent(new Event("visibilitychange", { bubbles: true }))')
  await page.waitForURL((at) => at.pathname === '/login')
}

const clipboard = { permissions: ['clipboard-read', 'clipboard-write'] }

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

describe('a code', () => {
  test('that is wrong is taken out, and the next one can be typed at once', async () => {
    const { page, context } = await open(clipboard)
    const email = newEmail('robin')
    await register(page, email)
    const right = await copyCode(context, email, 'is your Dooryard code')
    const wrong = String((Number(right) + 1) % 1_000_000).padStart(6, '0')
    await page.keyboard.type(wrong)
    await page.locator('form').getByRole('alert').waitFor()
    const focused = () => page.evaluate('document.activeElement.getAttribute("aria-label")')
    await expect.poll(focused).toBe('Digit 1 of 6')
    expect(await page.getByLabel('Digit 6 of 6').inputValue()).toBe('')
    await page.keyboard.type(right)
    await inPortal(page)
    await context.close()
  })

  test('that is pasted with a digit too many is refused, and not cut short', async () => {
    const { page, context } = await open(clipboard)
    await page.goto('/verify-email?email=casey@example.com')
    await page.evaluate('navigator.clipboard.writeText("1234567")')
    await page.getByLabel('Digit 1 of 6').focus()
    await page.keyboard.press('ControlOrMeta+V')
    await page.getByText('Verification code must be 6 digits').waitFor()
    expect(await page.getByLabel('Digit 1 of 6').inputValue()).toBe('')
    await page.evaluate('navigator.clipboard.writeText("123 456")')
    await page.getByLabel('Digit 1 of 6').focus()
    const sent = page.waitForRequest((request) => request.postData()?.includes('"123456"') ?? false)
    await page.keyboard.press('ControlOrMeta+V')
    await sent
    await context.close()
  })

  test('can be asked for again after a minute, and a reload does not shorten it', async () => {
    const { page, context } = await open()
    await register(page, newEmail('jamie'))
    const again = page.getByRole('button', { name: /^Send again in \d+ s$/ })
    const left = async () => Number(/\d+/.exec((await again.textContent()) ?? ''))
    const [before, asked] = [await left(), Date.now()]
    await page.reload()
    const after = await left()
    // The screen counts in whole seconds.
    expect(after).toBeGreaterThanOrEqual(Math.floor(before - (Date.now() - asked) / 1000) - 1)
    // Forgotten by the browser, it is the server that says how long to wait.
    await page.evaluate('sessionStorage.clear()')
    await page.reload()
    await page.getByRole('button', { name: 'Send again', exact: true }).click()
    await page.getByRole('main').getByRole('alert').waitFor()
    await again.waitFor()
    await context.close()
  })

  test('is a step away where somebody signs in before their email is verified', async () => {
    const { page, context } = await open(clipboard)
    const email = newEmail('drew')
    await register(page, email)
    await copyCode(context, email, 'is your Dooryard code')
    await page.goto('/login?redirect=%2Fportal%2Fsettings%2Fprofile')
    await page.getByLabel('Email').fill(email)
    await passwordOf(page).fill(password)
    await page.keyboard.press('Enter')
    await page.getByRole('main').getByText('the address is not verified yet').waitFor()
    await page.getByRole('link', { name: 'Enter your code' }).click()
    await heading(page, 'Verify your email').waitFor()
    expect(await page.getByLabel('Email').inputValue()).toBe(email)
    await page.keyboard.press('ControlOrMeta+V')
    await page.waitForURL((at) => at.pathname === '/portal/settings/profile')
    await context.close()
  })
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
