import { about } from '@dooryard/contract/about'
import { auth } from '@dooryard/contract/identity/auth'
import { secondFactor } from '@dooryard/contract/identity/second-factor'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, expect, inject, test } from 'vitest'
import { startOidcProvider } from '../../server/modules/identity/external/oidc-provider.fixture.ts'
import { showCode } from '../../server/modules/identity/second-factor/authenticator-app.fixture.ts'
import { useBrowser } from '../support/browser.ts'
import { checkBothThemes } from '../support/page-checks.ts'
import { call, copyFolder, removeDataFolder, startPortal } from '../support/portal-process.ts'
import { createTestUser, newEmail, password, passwordField, toast, waitForPortal } from '../support/test-user.ts'

const provider = await startOidcProvider()
const folder = await copyFolder(inject('demoFolder'))
const portal = await startPortal(folder, {
  OIDC_ISSUER: provider.issuer,
  OIDC_CLIENT_ID: provider.config.clientId,
  OIDC_CLIENT_SECRET: provider.config.clientSecret,
  OIDC_NAME: 'Example Login',
})
afterAll(async () => {
  await provider.stop()
  await portal.kill('SIGTERM')
  await removeDataFolder(folder)
})

const { open } = useBrowser()

const openPage = async (context?: BrowserContext): Promise<Page> => {
  const page = context ? await context.newPage() : (await open({ baseURL: portal.url })).page
  // The page of the provider asks for a font on the internet.
  await page.route(/fonts\.googleapis\.com/, (route) => route.abort())
  return page
}

/** Goes to the provider by a button of ours, signs in at its page, and comes back. */
async function visitProvider(page: Page, button: string, login: string) {
  await page.getByRole('button', { name: button }).click()
  await page.waitForURL((at) => at.origin === provider.issuer)
  await page.getByPlaceholder('Enter any login').fill(login)
  await page.getByPlaceholder('and password').fill('any')
  await page.getByRole('button', { name: 'Sign-in' }).click()
  await page.waitForURL((at) => at.origin === portal.url && at.pathname !== '/login/callback')
}

async function signInByPassword(page: Page) {
  await passwordField(page).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

const signOut = (page: Page) => page.evaluate('localStorage.clear()')

async function findMail(to: string, subject: string): Promise<string> {
  const find = async () => {
    const { items } = await call(portal.url, undefined, about.outbox, { query: { to } })
    return items.find((mail) => mail.subject === subject)?.text
  }
  await expect.poll(find, { timeout: 20_000 }).toBeTruthy()
  return (await find()) ?? ''
}

test('an account elsewhere is connected after signing in once, and then signs in until it is disconnected', async () => {
  const email = await createTestUser(portal.url)
  const page = await openPage()
  await page.goto('/login?redirect=%2Fportal%2Fsettings%2Faccount')
  await page.getByRole('button', { name: 'Continue with Example Login' }).waitFor()
  expect(await checkBothThemes(page)).toEqual([])
  await visitProvider(page, 'Continue with Example Login', email)
  await page.getByText(`Sign in once, and Example Login (${email}) signs you in`).waitFor()
  expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe(email)
  await signInByPassword(page)
  await page.waitForURL((at) => at.pathname === '/portal/settings/account')
  await toast(page, 'Example Login is connected').waitFor()
  const accounts = page.getByRole('list', { name: 'Connected accounts' })
  await accounts.getByText(email).waitFor()
  await findMail(email, 'Example Login now signs in to your Dooryard account')
  expect(await findMail(email, 'New sign-in to your Dooryard account')).toContain('Chrome')

  await signOut(page)
  await page.goto('/login?redirect=%2Fportal%2Fsettings%2Faccount')
  // The provider remembers who is signed in there, so it asks nothing.
  await page.getByRole('button', { name: 'Continue with Example Login' }).click()
  await accounts.getByText(/used/).waitFor()
  expect(await checkBothThemes(page)).toEqual([])
  await accounts.getByRole('button', { name: 'Disconnect Example Login' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click()
  await accounts.getByText('Not connected').waitFor()
  await page.getByRole('button', { name: 'Connect Example Login' }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect Example Login' })
  await dialog.getByLabel('Password', { exact: true }).fill('another password')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByText('The password is not right.').waitFor()
  expect(await checkBothThemes(page)).toEqual([])
  await dialog.getByLabel('Password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await toast(page, 'Example Login is connected').waitFor()
  await accounts.getByText(email).waitFor()
  await page.context().close()
})

test('a remembered device confirms that it is the user before an account elsewhere is connected', async () => {
  const email = await createTestUser(portal.url)
  const { accessToken } = await call(portal.url, undefined, auth.login, { body: { email, password } })
  const { secret } = await call(portal.url, accessToken, secondFactor.startTotp, { body: { password } })
  const proof = { body: { code: showCode(secret, new Date()) } }
  const { recoveryCodes } = await call(portal.url, accessToken, secondFactor.confirmTotp, proof)
  const page = await openPage()
  await page.goto('/login')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await signInByPassword(page)
  await page.getByLabel('Remember this device for 30 days').check()
  await page.getByLabel('Digit 1 of 6').focus()
  await page.keyboard.type(showCode(secret, new Date(Date.now() + 30_000)))
  await waitForPortal(page)

  await signOut(page)
  await page.goto('/login')
  await visitProvider(page, 'Continue with Example Login', email)
  await signInByPassword(page)
  const dialog = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await dialog.getByRole('button', { name: 'Use a recovery code' }).click()
  await dialog.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '')
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await toast(page, 'Example Login is connected').waitFor()
  await page.context().close()
})

test('someone new registers with what the provider knows, and needs no code', async () => {
  const email = newEmail('newcomer')
  const page = await openPage()
  await page.goto('/login')
  await visitProvider(page, 'Continue with Example Login', email)
  await page.waitForURL((at) => at.pathname === '/register')
  await page.getByText(`Create your account, and Example Login (${email}) signs you in`).waitFor()
  expect(await page.getByLabel('First name').inputValue()).toBe('Casey')
  expect(await page.getByLabel('Email', { exact: true }).getAttribute('readonly')).not.toBeNull()
  expect(await checkBothThemes(page)).toEqual([])
  await page.getByLabel('Phone number').fill('615-555-0133')
  await passwordField(page).fill(password)
  await passwordField(page, 'Confirm password').fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await waitForPortal(page)
  await page.context().close()
})

test('someone new who does not want the connection keeps what they have typed', async () => {
  const page = await openPage()
  await page.goto('/login')
  await visitProvider(page, 'Continue with Example Login', newEmail('newcomer'))
  await page.getByLabel('Phone number').fill('615-555-0133')
  await page.getByRole('button', { name: 'Do not connect' }).click()
  await expect.poll(() => page.getByLabel('Email', { exact: true }).getAttribute('readonly')).toBeNull()
  expect(await page.getByLabel('First name').inputValue()).toBe('Casey')
  expect(await page.getByLabel('Phone number').inputValue()).toBe('615-555-0133')
  await page.context().close()
})

test('a provider that refuses is named on the sign-in screen', async () => {
  const page = await openPage()
  await page.goto('/login')
  await page.getByRole('button', { name: 'Continue with Example Login' }).click()
  await page.getByRole('link', { name: 'Cancel' }).click()
  const alert = page.getByRole('alert', { name: '' }).filter({ hasText: 'You did not allow Example Login' })
  await alert.waitFor()
  expect(new URL(page.url()).pathname).toBe('/login')
  await page.goto('/login/callback?code=forged&state=forged')
  await page.getByText('This sign-in was not started in this tab').waitFor()
  expect(page.url()).not.toContain('forged')
  await page.context().close()
})

test('a mailed link signs in with one click, once', async () => {
  const email = await createTestUser(portal.url)
  const page = await openPage()
  await page.goto('/login?redirect=%2Fportal%2Fsettings%2Fprofile')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByRole('link', { name: 'Email me a sign-in link' }).click()
  await page.getByRole('heading', { name: 'Sign in without a password' }).waitFor()
  expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe(email)
  expect(await checkBothThemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Email me a sign-in link' }).click()
  await page.getByText('a link to sign in is on its way to it').waitFor()
  const link = /http\S+#\S+/.exec(await findMail(email, 'Your link to sign in to Dooryard'))?.[0] ?? ''
  await page.goto(link)
  await page.getByText('Your link is here').waitFor()
  expect(page.url()).not.toContain('#')
  expect(await checkBothThemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((at) => at.pathname === '/portal/settings/profile')
  const other = await openPage()
  await other.goto(link)
  await other.getByRole('button', { name: 'Sign in' }).click()
  await other.getByRole('main').getByText('This link has expired, or was used already.').waitFor()
  await other.getByRole('link', { name: 'Ask for a new one' }).click()
  await other.getByRole('heading', { name: 'Sign in without a password' }).waitFor()
  await Promise.all([page.context().close(), other.context().close()])
})
