import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { isExpectedError } from '../account/registration.ts'
import { useBrowser } from '../support/browser.ts'
import { checkAccessibility } from '../support/page-checks.ts'
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

const { open, pageErrors, url } = useBrowser()
afterAll(() => expect(pageErrors.filter((pageError) => !isExpectedError(pageError))).toEqual([]))

/**
 * Gives a page an authenticator that keeps passkeys, as a phone or laptop does. While its owner is present, it answers
 * every request at once, also one for the suggestions of a field.
 */
async function addAuthenticator(page: Page) {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true },
    },
  })
  const setPresence = (enabled: boolean) =>
    session.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
  const remove = () => session.send('WebAuthn.disable')
  return { setPresence, remove }
}

const list = (page: Page) => page.getByRole('list', { name: 'Passkeys' }).getByRole('listitem')

async function openSignIn(page: Page) {
  await page.evaluate('localStorage.clear()')
  await page.goto('/login')
  await page.getByRole('button', { name: 'Sign in with a passkey' }).waitFor()
}

const signInByPasskey = (page: Page) => page.getByRole('button', { name: 'Sign in with a passkey' }).click()

test('a passkey is added, signs in alone or after the password, confirms changes, and is removed', async () => {
  const email = await createTestUser(url)
  const { page, context } = await open()
  const authenticator = await addAuthenticator(page)
  await openSettings(page, email, 'account')

  await page.getByText('No passkeys yet').waitFor()
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  const adding = page.getByRole('dialog', { name: 'Add a passkey' })
  await passwordField(page).fill('not-the-password')
  await adding.getByRole('button', { name: 'Continue' }).click()
  await adding.getByText('The password is not right.').waitFor()
  await expect.poll(() => checkAccessibility(page)).toEqual([])
  await passwordField(page).fill(password)
  await adding.getByRole('button', { name: 'Continue' }).click()
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' })
  await expect.poll(() => codes.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').count()).toBe(10)
  // They are shown only now.
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: 'Close this?' })
  await question.getByText('The codes cannot be shown again.').waitFor()
  await question.getByRole('button', { name: 'Back to the codes' }).click()
  await question.waitFor({ state: 'hidden' })
  await codes.getByLabel('I have saved these codes').check()
  await codes.getByRole('button', { name: 'Done' }).click()
  await expect.poll(() => list(page).count()).toBe(1)
  await list(page).getByText('not used yet').waitFor()

  await list(page)
    .getByRole('button', { name: /^Rename / })
    .click()
  const renaming = page.getByRole('dialog', { name: 'Rename passkey' })
  await renaming.getByLabel('Name').fill('Work laptop')
  await renaming.getByRole('button', { name: 'Save name' }).click()
  await list(page).getByText('Work laptop', { exact: true }).waitFor()
  await expect.poll(() => checkAccessibility(page)).toEqual([])

  // From the suggestions of the email field, of which the authenticator chooses the only one.
  await openSignIn(page)
  await page.mouse.move(10, 10)
  await waitForPortal(page)

  // By the button.
  await authenticator.setPresence(false)
  await openSignIn(page)
  await authenticator.setPresence(true)
  await signInByPasskey(page)
  await waitForPortal(page)

  // After the password.
  await authenticator.setPresence(false)
  await page.evaluate('localStorage.clear()')
  await submitSignIn(page, email)
  await page.getByRole('heading', { name: 'Two-step verification' }).waitFor()
  expect(await checkAccessibility(page)).toEqual([])
  await authenticator.setPresence(true)
  await page.getByRole('button', { name: 'Continue' }).click()
  await waitForPortal(page)

  await page.goto('/portal/settings/account')
  await list(page)
    .getByText(/^last used /)
    .waitFor()
  await endProof(email)
  await list(page).getByRole('button', { name: 'Remove Work laptop' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove passkey' }).click()
  const confirm = page.getByRole('dialog', { name: 'Confirm it’s you' }).getByRole('button', { name: 'Confirm' })
  await confirm.and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  await toast(page, 'Work laptop removed').waitFor()
  await page.getByText('No passkeys yet').waitFor()

  await openSignIn(page)
  await page.mouse.move(20, 20)
  await page.getByRole('main').getByText('This passkey did not work.').waitFor()
  await authenticator.remove()
  await context.close()
})

test('where passkeys cannot work, the screens lead to the address where they do', async () => {
  const { page, context } = await open()
  const elsewhere = url.replace('localhost', '127.0.0.1')
  await page.goto(`${elsewhere}/login`)
  await signInByPasskey(page)
  const link = page.getByRole('status').getByRole('link', { name: new URL(url).host })
  expect(await link.getAttribute('href')).toBe(`${url}/login`)
  await context.close()
})

test('a user who chooses no passkey is told so, and signs in otherwise', async () => {
  const { page, context } = await open()
  const authenticator = await addAuthenticator(page)
  await page.goto('/login')
  await signInByPasskey(page)
  await page.getByText('No passkey was used.').waitFor()
  expect(await checkAccessibility(page)).toEqual([])
  await authenticator.remove()
  await context.close()
})
