import { afterAll, expect, test } from 'vitest'
import { useBrowser } from '../support/browser.ts'
import { waitForPaint } from '../support/page-idle.ts'
import { passwordField } from '../support/test-user.ts'

const { open, pageErrors } = useBrowser()
afterAll(() => expect(pageErrors).toEqual([]))

const tooLongText = 'x'.repeat(101)
const mistakes: [screen: string, label: string, typed: string, message: string][] = [
  ['/login', 'Email', 'casey', 'Please enter a valid email address'],
  ['/login', 'Password', '', 'Password is required'],
  ['/register', 'First name', 'C', 'First name must be at least 2 characters'],
  ['/register', 'First name', tooLongText, 'First name must be less than 50 characters'],
  ['/register', 'Last name', 'T', 'Last name must be at least 2 characters'],
  ['/register', 'Last name', tooLongText, 'Last name must be less than 50 characters'],
  ['/register', 'Email', 'casey@', 'Please enter a valid email address'],
  ['/register', 'Phone number', '555', 'Phone number must be at least 6 characters'],
  ['/register', 'Phone number', '6155550100615555', 'Phone number must be less than 15 characters'],
  ['/register', 'Company name (optional)', tooLongText, 'Company name must be less than 100 characters'],
  ['/register', 'Password', 'seven', 'Password must be at least 8 characters'],
  ['/register', 'Password', tooLongText, 'Password must be less than 100 characters'],
  ['/register', 'Confirm password', 'other', "Passwords don't match"],
  ['/forgot-password', 'Email', '', 'Please enter a valid email address'],
  ['/verify-email', 'Digit 1 of 6', '1', 'Verification code must be 6 digits'],
  ['/reset-password', 'Digit 1 of 6', '1', 'Reset code must be 6 digits'],
  ['/reset-password', 'New password', 'seven', 'Password must be at least 8 characters'],
  ['/reset-password', 'Confirm password', 'other', "Passwords don't match"],
]

test.each(['/verify-email', '/reset-password'])(
  'a code can be typed at once when %s is opened by a link',
  async (at) => {
    const { page, context } = await open()
    await page.goto(`${at}?email=casey@example.com`)
    await page.getByLabel('Digit 1 of 6').waitFor()
    await page.keyboard.type('12345')
    expect(await page.getByLabel('Digit 5 of 6').inputValue()).toBe('5')
    await page.goto(at)
    await page.getByLabel('Email').waitFor()
    await page.keyboard.type('casey')
    expect(await page.getByLabel('Email').inputValue()).toBe('casey')
    await context.close()
  },
)

test('a field shows its error when it is left, and clears it once it is valid', async () => {
  const { page, context } = await open()
  for (const [screen, label, typed, message] of mistakes) {
    await page.goto(screen)
    const field = passwordField(page, label)
    await field.fill(typed)
    expect({ screen, label, matches: await page.getByText(message, { exact: true }).count() }).toMatchObject({
      matches: 0,
    })
    await page.evaluate('document.activeElement.blur()')
    await page.getByText(message, { exact: true }).waitFor()
  }
  await page.goto('/login')
  await page.getByLabel('Email').fill('casey')
  await passwordField(page).focus()
  await page.getByText('Please enter a valid email address').waitFor()
  await page.getByLabel('Email').fill('casey@example.com')
  expect(await page.getByText('Please enter a valid email address').count()).toBe(0)
  await context.close()
})

test('a button pressed from an invalid field is not moved by the error', async () => {
  const { page, context } = await open()
  await page.goto('/forgot-password')
  await page.getByLabel('Email').fill('casey')
  await page.getByRole('button', { name: 'Send code' }).hover()
  await page.mouse.down()
  await waitForPaint(page)
  const message = page.getByText('Please enter a valid email address')
  expect(await message.count()).toBe(0)
  await page.mouse.up()
  await message.waitFor()
  await context.close()
})
