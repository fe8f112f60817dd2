import { auth } from '@dooryard/contract/identity/auth'
import { secondFactor } from '@dooryard/contract/identity/second-factor'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { showCode } from '../../server/modules/identity/second-factor/authenticator-app.fixture.ts'
import { checkBothThemes } from '../support/page-checks.ts'
import { call } from '../support/portal-process.ts'
import { createTestUser, findMail, password, passwordField, toast, waitForPortal } from '../support/test-user.ts'
import { usePortalWithProvider } from './external-portal.ts'

const { url, openPage, visitProvider } = await usePortalWithProvider()

async function signInByPassword(page: Page) {
  await passwordField(page).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

const signOut = (page: Page) => page.evaluate('localStorage.clear()')

test('an account elsewhere is connected after signing in once, and then signs in until it is disconnected', async () => {
  const email = await createTestUser(url)
  const page = await openPage()
  await page.goto('/login?redirect=%2Fportal%2Fsettings%2Faccount')
  await page.getByRole('button', { name: 'Continue with Example Login' }).waitFor()
  expect(await checkBothThemes(page)).toEqual([])
  await visitProvider(page, 'Continue with Example Login', email)
  await page.getByText(`Sign in once, and Example Login (${email}) signs you in`).waitFor()
  expect(await page.getByLabel('Email', { exact: true }).inputValue()).toBe(email)
  await signInByPassword(page)
  await page.waitForURL((at) => at.pathname === '/portal/settings/account')
  await toast(page, 'Example Login connected').waitFor()
  const accounts = page.getByRole('list', { name: 'Connected accounts' })
  await accounts.getByText(email).waitFor()
  await findMail(url, email, 'Example Login now signs in to your Dooryard account')
  expect(await findMail(url, email, 'New sign-in to your Dooryard account')).toContain('Chrome')

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
  await toast(page, 'Example Login connected').waitFor()
  await accounts.getByText(email).waitFor()
})

test('a remembered device confirms that it is the user before an account elsewhere is connected', async () => {
  const email = await createTestUser(url)
  const { accessToken } = await call(url, undefined, auth.login, { body: { email, password } })
  const { secret } = await call(url, accessToken, secondFactor.startTotp, { body: { password } })
  const proof = { body: { code: showCode(secret, new Date()) } }
  const { recoveryCodes } = await call(url, accessToken, secondFactor.confirmTotp, proof)
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
  await toast(page, 'Example Login connected').waitFor()
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
})
