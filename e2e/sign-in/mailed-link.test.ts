import { expect, test } from 'vitest'
import { useBrowser } from '../support/browser.ts'
import { checkBothThemes } from '../support/page-checks.ts'
import { createTestUser, findMail } from '../support/test-user.ts'
import { usePages } from '../support/use-pages.ts'

const browser = useBrowser()
const newPage = usePages(browser)
const { url } = browser

test('a mailed link signs in with one click, once', async () => {
  const email = await createTestUser(url)
  const page = await newPage()
  await page.goto('/login?redirect=%2Fportal%2Fsettings%2Fprofile')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByRole('link', { name: 'Email me a sign-in link' }).click()
  await page.getByRole('heading', { name: 'Sign in without a password' }).waitFor()
  expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe(email)
  expect(await checkBothThemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Email me a sign-in link' }).click()
  await page.getByText('a link to sign in is on its way to it').waitFor()
  const link = /http\S+#\S+/.exec(await findMail(url, email, 'Your link to sign in to Dooryard'))?.[0] ?? ''
  await page.goto(link)
  await page.getByText('This link works once').waitFor()
  expect(page.url()).not.toContain('#')
  expect(await checkBothThemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((at) => at.pathname === '/portal/settings/profile')
  const other = await newPage()
  await other.goto(link)
  await other.getByRole('button', { name: 'Sign in' }).click()
  await other.getByRole('main').getByText('This link has expired, or was used already.').waitFor()
  await other.getByRole('link', { name: 'Ask for a new one' }).click()
  await other.getByRole('heading', { name: 'Sign in without a password' }).waitFor()
})
