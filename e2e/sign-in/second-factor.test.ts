import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { showCode } from '../../server/modules/identity/second-factor/authenticator-app.fixture.ts'
import { useBrowser } from '../support/browser.ts'
import { checkBothThemes, checkOverflow } from '../support/page-checks.ts'
import { withDatabase } from '../support/portal-database.ts'
import {
  createTestUser,
  endProof,
  openSettings,
  password,
  passwordField,
  submitSignIn,
  toast,
  waitForPortal,
} from '../support/test-user.ts'

const { open, url, pageErrors } = useBrowser()
/** A refused call is a line in the browser's console. */
const isExpected = (error: string) => /status of (403|422)/.test(error)
afterAll(() => expect(pageErrors.filter((error) => !isExpected(error))).toEqual([]))

const phone = { viewport: { width: 390, height: 844 } }

const dialog = (page: Page) => page.getByRole('dialog')

/** Sets up an app, from the dialog or the screen that shows its key. */
async function setUpApp(page: Page) {
  await passwordField(page).last().fill(password)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('img', { name: 'QR code for your authenticator app' }).waitFor()
  const secret = (await page.locator('code').textContent())?.replaceAll(' ', '') ?? ''
  expect(await checkBothThemes(page)).toEqual([])
  await page.getByLabel('Digit 1 of 6').focus()
  await page.keyboard.type(showCode(secret, new Date()))
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')
  await codes.first().waitFor()
  const recoveryCodes = await codes.allTextContents()
  expect(recoveryCodes).toHaveLength(10)
  expect(await checkBothThemes(page)).toEqual([])
  const done = page.getByRole('button', { name: 'Done' })
  expect(await done.isDisabled()).toBe(true)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('dooryard-recovery-codes.txt')
  await page.getByLabel('I have saved these codes').check()
  await done.click()
  // The code of the next half minute is accepted already, and the present one is used up.
  const getNextCode = () => showCode(secret, new Date(Date.now() + 30_000))
  return { getNextCode, recoveryCodes }
}

const setRole = (email: string, role: string) =>
  withDatabase((client) => client.query('update users set role = $2 where email = $1', [email, role]))

test('an authenticator app is set up, asked for at sign-in and before an API key, and replaced by a recovery code', async () => {
  const email = await createTestUser(url)
  await setRole(email, 'ENTERPRISE_USER')
  const { page, context } = await open()
  await openSettings(page, email, 'account')
  await page.getByRole('button', { name: 'Set up' }).click()
  await dialog(page).getByText('You need an authenticator app').waitFor()
  const { getNextCode, recoveryCodes } = await setUpApp(page)
  await toast(page, 'Two-step verification turned on').waitFor()
  await page.getByText('10 codes left').waitFor()

  // A wrong code, then the right one; the screen asked for before is where it leads.
  const other = await open(phone)
  // The clock of this device is an hour ahead.
  await other.page.addInitScript('{ const now = Date.now; Date.now = () => now() + 3_600_000 }')
  await other.page.goto('/login?redirect=%2Fportal%2Fsettings%2Faccount')
  await other.page.getByLabel('Email').fill(email)
  await passwordField(other.page).fill(password)
  await other.page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await other.page.getByRole('heading', { name: 'Two-step verification' }).waitFor()
  await other.page.reload()
  await other.page.getByText(email).waitFor()
  expect(await checkBothThemes(other.page)).toEqual([])
  expect(await checkOverflow(other.page)).toEqual([])
  const right = getNextCode()
  await other.page.keyboard.type(String((Number(right) + 1) % 1_000_000).padStart(6, '0'))
  await other.page
    .getByRole('alert')
    .filter({ hasText: 'The code is not right, or was used before.' })
    .first()
    .waitFor()
  expect(await other.page.getByLabel('Digit 1 of 6').inputValue()).toBe('')
  await other.page.getByLabel('Remember this device for 30 days').check()
  await other.page.getByLabel('Digit 1 of 6').focus()
  await other.page.keyboard.type(right)
  await other.page.waitForURL((at) => at.pathname === '/portal/settings/account')
  await other.page.getByRole('list', { name: 'Remembered devices' }).getByText('This device').waitFor()
  expect(await checkOverflow(other.page)).toEqual([])

  // The device is remembered, and no longer once it is forgotten.
  await other.page.evaluate('localStorage.clear()')
  await submitSignIn(other.page, email)
  await waitForPortal(other.page)
  await other.page.goto('/portal/settings/account')
  await other.page.getByRole('button', { name: /^Forget / }).click()
  await toast(other.page, 'will be asked for a code').waitFor()
  await other.page.evaluate('localStorage.clear()')
  await submitSignIn(other.page, email)
  await other.page.getByRole('button', { name: 'Use a recovery code' }).click()
  await other.page.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '')
  await other.page.getByRole('button', { name: 'Continue' }).click()
  await waitForPortal(other.page)
  await other.context.close()

  // What matters needs a fresh code: cancelling keeps the form, confirming repeats the call.
  await endProof(email)
  await page.goto('/portal/api-keys')
  await page.getByRole('button', { name: 'New API key' }).click()
  await page.getByLabel('Name').fill('CRM nightly import')
  await page.getByRole('checkbox').first().check()
  const create = dialog(page).getByRole('button', { name: 'Create API key' })
  await create.click()
  const stepUp = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await stepUp.getByLabel('Digit 1 of 6').waitFor()
  expect(await checkBothThemes(page)).toEqual([])
  await stepUp.getByRole('button', { name: 'Cancel' }).last().click()
  await stepUp.waitFor({ state: 'hidden' })
  expect(await page.getByLabel('Name').inputValue()).toBe('CRM nightly import')
  await create.click()
  await stepUp.getByRole('button', { name: 'Use a recovery code' }).click()
  await stepUp.getByLabel('Recovery code').fill(recoveryCodes[1] ?? '')
  await stepUp.getByRole('button', { name: 'Confirm' }).click()
  await page.getByLabel('API key', { exact: true }).waitFor()
  await context.close()
})

test('a user whose role needs a second factor sees nothing but the screen to set it up', async () => {
  const email = await createTestUser(url)
  await setRole(email, 'AFFILIATE_USER')
  const setRequired = (isRequired: boolean) =>
    withDatabase((client) =>
      client.query(
        `insert into second_factor_policies select 'AFFILIATE_USER', $1, id, now() from users where email = $2
         on conflict (role) do update set is_required = excluded.is_required`,
        [isRequired, email],
      ),
    )
  const { page, context } = await open(phone)
  try {
    await setRequired(true)
    await submitSignIn(page, email)
    await page.getByRole('heading', { name: 'Set up two-step verification' }).waitFor()
    expect(await page.getByRole('navigation', { name: 'Main' }).count()).toBe(0)
    expect(await checkBothThemes(page)).toEqual([])
    expect(await checkOverflow(page)).toEqual([])
    await setUpApp(page)
    await page.getByRole('heading', { name: 'Set up two-step verification' }).waitFor({ state: 'hidden' })
    await waitForPortal(page)
  } finally {
    await setRequired(false)
    // Other tests list the users of this role.
    await setRole(email, 'CONSUMER_USER')
  }
  await context.close()
})
