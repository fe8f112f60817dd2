import { afterAll, describe, expect, test } from 'vitest'
import { useBrowser } from './browser.ts'
import { clipboard, copyCode, heading, isForeseen, register } from './newcomer.ts'
import { inPortal, newEmail, password, passwordOf } from './person.ts'

const { open, troubles } = useBrowser()
afterAll(() => expect(troubles.filter((trouble) => !isForeseen(trouble))).toEqual([]))

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
    const until = () => page.evaluate<string>('sessionStorage.getItem("dooryard.next-code")')
    const [asked, before, askableAt] = [Date.now(), await left(), await until()]
    expect(askableAt).toContain('verify')
    await page.reload()
    const after = await left()
    expect(await until()).toBe(askableAt)
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
