import { about } from '@dooryard/contract/about'
import { afterAll, expect, test } from 'vitest'
import { heading, isExpectedError } from '../account/registration.ts'
import { useBrowser } from '../support/browser.ts'
import { waitUntilIdle } from '../support/page-idle.ts'
import { newEmail, passwordField, wrongSignIn } from '../support/test-user.ts'

const { open, pageErrors } = useBrowser()
afterAll(() => expect(pageErrors.filter((pageError) => !isExpectedError(pageError))).toEqual([]))

test('after too many attempts the user is told when to retry', async () => {
  const { page, context } = await open()
  const email = newEmail('guess')
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  const answers: number[] = []
  while (answers.at(-1) !== 429 && answers.length < 12) {
    await passwordField(page).fill(`guess number ${answers.length}`)
    const [answer] = await Promise.all([page.waitForResponse('**/v1/auth/public/login'), page.keyboard.press('Enter')])
    answers.push(answer.status())
    // Sent sooner, the next one would look like the same one.
    if (answer.status() === 401) await page.getByRole('main').getByText(wrongSignIn).waitFor()
  }
  expect(answers).toEqual([...Array<number>(10).fill(401), 429])
  await page.getByRole('button', { name: /^Try again in 1[45]:\d\d$/ }).waitFor()
  await page.getByLabel('Email').fill(newEmail('another'))
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
  await context.close()
})

test('the links of the login screen lead to their screens', async () => {
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
    // Half an address: its error must not push the link away.
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

test('the outbox links to the templates of all mails, each as HTML and as text', async () => {
  const { page, context } = await open()
  await page.goto('/dev/outbox')
  await page.getByRole('link', { name: 'Templates' }).click()
  await heading(page, 'Mail templates').waitFor()
  await page.getByRole('link', { name: 'Receipt', exact: true }).click()
  await heading(page, 'Receipt').waitFor()
  const mail = page.frameLocator('iframe[title="Light mail"]')
  await mail.getByRole('heading', { name: 'Thank you for your payment' }).waitFor()
  await page.getByText('Plain text', { exact: true }).click()
  await page.getByText('View invoice').waitFor()
  await context.close()
})

test('a portal without the demo shows neither demo accounts nor an outbox', async () => {
  const { page, context } = await open()
  await page.route(`**${about.get.path}`, (route) =>
    route.fulfill({ json: { isDemo: false, hasOutbox: false, isExposed: false, mapStyleUrl: null, sentryDsn: null } }),
  )
  const nothing = { code: 'NOT_FOUND', message: 'There is nothing at this address.' }
  await page.route(`**${about.outbox.path}*`, (route) => route.fulfill({ status: 404, json: nothing }))
  await page.goto('/login')
  await heading(page, 'Sign in to Dooryard').waitFor()
  await waitUntilIdle(page)
  expect(await page.getByText('Try the demo').count()).toBe(0)
  expect(await page.getByRole('link', { name: 'Open the outbox' }).count()).toBe(0)
  await page.goto('/dev/outbox')
  await page.getByText('Page Not Found').waitFor()
  await context.close()
})
