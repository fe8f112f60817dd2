import { about } from '@dooryard/contract/about'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { useBrowser } from './browser.ts'
import { inPortal, newEmail, passwordOf, wrongSignIn } from './person.ts'
import { isDrawn, stands } from './still.ts'

const { open, troubles, url } = useBrowser()

// A refusal by the server is an error to the console too, and some here are asked for.
const isForeseen = (trouble: string) =>
  trouble.startsWith('Failed to load resource') || trouble.startsWith('request to')
afterAll(() => expect(troubles.filter((trouble) => !isForeseen(trouble))).toEqual([]))

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

const attacks = ['//evil', '/\\evil', '/%09/evil', 'https:evil', '//evil/portal', '/\\evil/portal', '/%09/evil/portal']

test.each(attacks)('redirect=%s stays on site', async (attack) => {
  // Decoded, it is another site to a browser.
  expect(new URL(decodeURIComponent(attack), url).origin).not.toBe(url)
  const { page, context } = await open()
  const left: string[] = []
  page.on('request', (request) => request.url().startsWith(url) || left.push(request.url()))
  await page.goto(`/login?redirect=${encodeURIComponent(attack)}`)
  await page.getByRole('button', { name: /^Superadmin/ }).click()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await inPortal(page)
  expect(page.url()).toBe(`${url}/portal`)
  // Signed in, the login screen moves on by itself. Here the address is as somebody would type it.
  await page.goto(`/login?redirect=${attack}`)
  await inPortal(page)
  expect(new URL(page.url()).origin).toBe(url)
  expect(left).toEqual([])
  await context.close()
})

test('a redirect that stays on site is followed', async () => {
  const { page, context } = await open()
  await page.goto('/login?redirect=%2Fportal%2Flead-finder')
  await page.getByRole('button', { name: /^Consumer/ }).click()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((at) => at.pathname === '/portal/lead-finder')
  await context.close()
})

test.each(['/verify-email', '/reset-password'])(
  'a code can be typed at once where %s is opened by a link',
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

const long = 'x'.repeat(101)
const mistakes: [screen: string, label: string, typed: string, message: string][] = [
  ['/login', 'Email', 'casey', 'Please enter a valid email address'],
  ['/login', 'Password', '', 'Password is required'],
  ['/register', 'First name', 'C', 'First name must be at least 2 characters'],
  ['/register', 'First name', long, 'First name must be less than 50 characters'],
  ['/register', 'Last name', 'T', 'Last name must be at least 2 characters'],
  ['/register', 'Last name', long, 'Last name must be less than 50 characters'],
  ['/register', 'Email', 'casey@', 'Please enter a valid email address'],
  ['/register', 'Phone number', '555', 'Phone number must be at least 6 characters'],
  ['/register', 'Phone number', '6155550100615555', 'Phone number must be less than 15 characters'],
  ['/register', 'Company name (optional)', long, 'Company name must be less than 100 characters'],
  ['/register', 'Password', 'seven', 'Password must be at least 8 characters'],
  ['/register', 'Password', long, 'Password must be less than 100 characters'],
  ['/register', 'Confirm password', 'other', "Passwords don't match"],
  ['/forgot-password', 'Email', '', 'Please enter a valid email address'],
  ['/verify-email', 'Digit 1 of 6', '1', 'Verification code must be 6 digits'],
  ['/reset-password', 'Digit 1 of 6', '1', 'Reset code must be 6 digits'],
  ['/reset-password', 'New password', 'seven', 'Password must be at least 8 characters'],
  ['/reset-password', 'Confirm password', 'other', "Passwords don't match"],
]

test('what is wrong with a field is said as soon as it is left, and gone as soon as it is right', async () => {
  const { page, context } = await open()
  for (const [screen, label, typed, message] of mistakes) {
    await page.goto(screen)
    const field = passwordOf(page, label)
    await field.fill(typed)
    expect({ screen, label, told: await page.getByText(message, { exact: true }).count() }).toMatchObject({ told: 0 })
    await page.evaluate('document.activeElement.blur()')
    await page.getByText(message, { exact: true }).waitFor()
  }
  await page.goto('/login')
  await page.getByLabel('Email').fill('casey')
  await passwordOf(page).focus()
  await page.getByText('Please enter a valid email address').waitFor()
  await page.getByLabel('Email').fill('casey@example.com')
  expect(await page.getByText('Please enter a valid email address').count()).toBe(0)
  await context.close()
})

test('a button that is pressed from a field with a mistake is not pushed away by the message', async () => {
  const { page, context } = await open()
  await page.goto('/forgot-password')
  await page.getByLabel('Email').fill('casey')
  await page.getByRole('button', { name: 'Send code' }).hover()
  await page.mouse.down()
  await isDrawn(page)
  const message = page.getByText('Please enter a valid email address')
  expect(await message.count()).toBe(0)
  await page.mouse.up()
  await message.waitFor()
  await context.close()
})

test('who guesses too often is told when to come back', async () => {
  const { page, context } = await open()
  const email = newEmail('guess')
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  const answers: number[] = []
  while (answers.at(-1) !== 429 && answers.length < 12) {
    await passwordOf(page).fill(`guess number ${answers.length}`)
    const [answer] = await Promise.all([page.waitForResponse('**/v1/auth/public/login'), page.keyboard.press('Enter')])
    answers.push(answer.status())
    // Sent sooner, the next one would be taken for the same one.
    if (answer.status() === 401) await page.getByRole('main').getByText(wrongSignIn).waitFor()
  }
  expect(answers).toEqual([...Array<number>(10).fill(401), 429])
  await page.getByRole('button', { name: /^Try again in 1[45]:\d\d$/ }).waitFor()
  await page.getByLabel('Email').fill(newEmail('another'))
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  await context.close()
})

test('the links of the login screen lead where they say', async () => {
  const { page, context } = await open()
  for (const [link, title] of [
    ['Forgot password?', 'Forgot your password?'],
    ['Sign up', 'Create your account'],
    ['Terms of Service', 'Terms of Service'],
    ['Privacy Policy', 'Privacy Policy'],
    ['Refund and Credit Policy', 'Refund and Credit Policy'],
    ['Open the outbox', 'Outbox'],
  ] as const) {
    await page.goto('/login?redirect=%2Fportal%2Fsettings')
    // Half an address: what is wrong with it must not push the link away.
    await page.getByLabel('Email').fill('casey')
    await page.getByRole('link', { name: link }).click()
    await heading(page, title).waitFor()
  }
  await page.goto('/login?redirect=%2Fportal%2Fsettings')
  await page.getByRole('link', { name: 'Sign up' }).click()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.waitForURL((at) => at.searchParams.get('redirect') === '/portal/settings')
  await context.close()
})

test('the outbox leads to the templates of all mails, each as HTML and as text', async () => {
  const { page, context } = await open()
  await page.goto('/dev/outbox')
  await page.getByRole('link', { name: 'Templates' }).click()
  await heading(page, 'Mail templates').waitFor()
  await page.getByRole('link', { name: 'Receipt', exact: true }).click()
  await heading(page, 'Receipt').waitFor()
  const mail = page.frameLocator('iframe[title="Light mail"]')
  await mail.getByRole('heading', { name: 'Thank you for your payment' }).waitFor()
  await page.getByText('Plain text', { exact: true }).click()
  await page.getByText('The number of your invoice is').waitFor()
  await context.close()
})

test('a portal that is no demo shows neither demo accounts nor an outbox', async () => {
  const { page, context } = await open()
  await page.route(`**${about.get.path}`, (route) =>
    route.fulfill({ json: { isDemo: false, hasOutbox: false, isExposed: false, mapStyleUrl: null } }),
  )
  const nothing = { code: 'NOT_FOUND', message: 'There is nothing at this address.' }
  await page.route(`**${about.outbox.path}*`, (route) => route.fulfill({ status: 404, json: nothing }))
  await page.goto('/login')
  await heading(page, 'Sign in to Dooryard').waitFor()
  await stands(page)
  expect(await page.getByText('Try the demo').count()).toBe(0)
  expect(await page.getByRole('link', { name: 'Open the outbox' }).count()).toBe(0)
  await page.goto('/dev/outbox')
  await page.getByText('Page Not Found').waitFor()
  await context.close()
})
