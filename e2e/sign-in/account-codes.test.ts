import { afterAll, describe, expect, test } from 'vitest'
import { clipboard, copyMailedCode, heading, isExpectedError, submitRegistration } from '../account/registration.ts'
import { useBrowser } from '../support/browser.ts'
import { newEmail, password, passwordField, waitForPortal } from '../support/test-user.ts'

const { open, pageErrors } = useBrowser()
afterAll(() => expect(pageErrors.filter((pageError) => !isExpectedError(pageError))).toEqual([]))

describe('a code', () => {
  test('that is wrong is cleared, and the next one can be typed at once', async () => {
    const { page, context } = await open(clipboard)
    const email = newEmail('robin')
    await submitRegistration(page, email)
    const right = await copyMailedCode(context, email, 'is your Dooryard code')
    const wrong = String((Number(right) + 1) % 1_000_000).padStart(6, '0')
    await page.keyboard.type(wrong)
    await page.locator('form').getByRole('alert').waitFor()
    const focused = () => page.evaluate('document.activeElement.getAttribute("aria-label")')
    await expect.poll(focused).toBe('Digit 1 of 6')
    expect(await page.getByLabel('Digit 6 of 6').inputValue()).toBe('')
    await page.keyboard.type(right)
    await waitForPortal(page)
    await context.close()
  })

  test('that is pasted with an extra digit is rejected, not truncated', async () => {
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

  test('that is incomplete says so when Enter is pressed', async () => {
    const { page, context } = await open()
    await page.goto('/verify-email?email=casey@example.com')
    await page.getByLabel('Digit 1 of 6').focus()
    await page.keyboard.type('12345')
    await page.keyboard.press('Enter')
    await page.getByText('Verification code must be 6 digits').waitFor()
    const description = await page.getByLabel('Digit 1 of 6').getAttribute('aria-describedby')
    expect(await page.locator(`[id="${description}"]`).textContent()).toBe('Verification code must be 6 digits')
    const ids = await page.locator('[id]').evaluateAll((all: { id: string }[]) => all.map(({ id }) => id))
    expect(ids).toEqual([...new Set(ids)])
    await context.close()
  })

  test('can be requested again after a minute, and a reload does not shorten the wait', async () => {
    const { page, context } = await open()
    await submitRegistration(page, newEmail('jamie'))
    const again = page.getByRole('button', { name: /^Send again in \d+ s$/ })
    const getSecondsLeft = async () => Number(/\d+/.exec((await again.textContent()) ?? ''))
    const getResendTime = () => page.evaluate<string>('sessionStorage.getItem("dooryard.next-code")')
    const [requestedAt, before, resendAt] = [Date.now(), await getSecondsLeft(), await getResendTime()]
    expect(resendAt).toContain('verify')
    await page.reload()
    const after = await getSecondsLeft()
    expect(await getResendTime()).toBe(resendAt)
    // The screen counts in whole seconds.
    expect(after).toBeGreaterThanOrEqual(Math.floor(before - (Date.now() - requestedAt) / 1000) - 1)
    // Once the browser has no stored time, the server says how long to wait.
    await page.evaluate('sessionStorage.clear()')
    await page.reload()
    await page.getByRole('button', { name: 'Send again', exact: true }).click()
    await page.getByRole('main').getByRole('alert').waitFor()
    await again.waitFor()
    await context.close()
  })

  test('is one step away when a user signs in with an unverified email', async () => {
    const { page, context } = await open(clipboard)
    const email = newEmail('drew')
    await submitRegistration(page, email)
    await copyMailedCode(context, email, 'is your Dooryard code')
    await page.goto('/login?redirect=%2Fportal%2Fsettings%2Fprofile')
    await page.getByLabel('Email').fill(email)
    await passwordField(page).fill(password)
    await page.keyboard.press('Enter')
    await heading(page, 'Verify your email').waitFor()
    expect(await page.getByLabel('Email').inputValue()).toBe(email)
    await page.keyboard.press('ControlOrMeta+V')
    await page.waitForURL((at) => at.pathname === '/portal/settings/profile')
    await context.close()
  })
})
