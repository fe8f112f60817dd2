import { account } from '@dooryard/contract/identity/account'
import type { Locator, Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { signIn, useBrowser } from '../support/browser.ts'
import { getToken } from '../support/funded-user.ts'
import { waitUntilIdle } from '../support/page-idle.ts'
import { call } from '../support/portal-process.ts'
import { createTestUser, newEmail, password, toast } from '../support/test-user.ts'

const { open, pageErrors, url } = useBrowser()

// The error for the taken email.
afterAll(() => expect(pageErrors.filter((pageError) => !pageError.includes('status of 409'))).toEqual([]))

/** Opens the users screen as an administrator, optionally filtered by a search. */
async function openUsersAsAdmin(search = '') {
  const { page, context } = await open()
  await signIn(page, 'admin')
  await page.goto(`/portal/users${search && `?search=${encodeURIComponent(search)}`}`)
  return { page, context }
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const effectList = (page: Page) => page.getByRole('list', { name: 'What this does' })

async function chooseOption(within: Locator, label: string, option: string) {
  await within.getByRole('combobox', { name: label }).click()
  await within.page().getByRole('option', { name: option }).click()
}

test('a user is created with a role and invited, but not with a taken email', async () => {
  const taken = await createTestUser(url)
  const email = newEmail('robin')
  const { page, context } = await openUsersAsAdmin()
  await button(page, 'New user').click()
  const form = dialog(page, 'New user')
  await form.getByRole('textbox', { name: 'Email' }).fill(taken)
  await form.getByLabel('First name').fill('Robin')
  await form.getByLabel('Last name').fill('Sample')
  await form.getByLabel('Phone').fill('615-555-0133')
  await chooseOption(form, 'Role', 'Enterprise User')
  await form.getByText('Runs campaigns and places their orders').waitFor()
  await button(page, 'Create and invite').click()
  await form.getByText(`${taken} has an account already.`).waitFor()
  await form.getByRole('textbox', { name: 'Email' }).fill(email)
  await button(page, 'Create and invite').dblclick()
  await toast(page, `Invited ${email}`).waitFor()
  await form.waitFor({ state: 'hidden' })

  await page.goto(`/portal/users?search=${encodeURIComponent(email)}`)
  const row = page.getByRole('row', { name: /Robin Sample/ })
  await row.getByText('Invited').waitFor()
  expect(await row.getByText('Enterprise User').count()).toBe(1)
  await context.close()
})

test('a new role and a deactivation explain their effects, and end the sessions of the user', async () => {
  const email = await createTestUser(url)
  const { page, context } = await openUsersAsAdmin(email)
  await page.getByRole('link', { name: 'Casey Morvane', exact: true }).click()
  const drawer = dialog(page, 'User')

  await button(page, 'Change role…').click()
  await chooseOption(dialog(page, 'Change the role of Casey Morvane'), 'New role', 'Enterprise User')
  await effectList(page).getByText('1 session of theirs ends now.').waitFor()
  await button(page, 'Make Casey Enterprise User').click()
  await page.getByText('A reason is required').or(page.getByText('Please give a reason')).first().waitFor()
  await page.getByLabel('Reason').fill('Has signed up for campaigns by phone')
  await button(page, 'Make Casey Enterprise User').click()
  await toast(page, 'Role of Casey Morvane changed to Enterprise User').waitFor()
  await drawer.getByText('No sessions').waitFor()

  await button(page, 'Deactivate…').click()
  await effectList(page).getByText('They cannot sign in.').waitFor()
  await page.getByLabel('Reason').fill('Has asked us by phone')
  await button(page, 'Deactivate Casey').click()
  await toast(page, 'Casey Morvane deactivated').waitFor()
  await drawer.getByText('Deactivated', { exact: true }).waitFor()
  await expect.poll(() => button(page, /^Impersonate Casey/).count()).toBe(0)

  await button(page, 'Activate…').click()
  await page.getByLabel('Reason').fill('Was deactivated by mistake')
  await button(page, 'Activate Casey').click()
  await toast(page, 'Casey Morvane reactivated').waitFor()
  await drawer.getByText('Active', { exact: true }).waitFor()
  await context.close()
})

test('a user is renamed and signed out everywhere, and a link leads to them', async () => {
  const email = await createTestUser(url)
  const { page, context } = await openUsersAsAdmin(email)
  await page.getByRole('link', { name: 'Casey Morvane', exact: true }).click()
  await page.waitForURL((at) => at.searchParams.has('user'))
  await page.goto(page.url())
  const drawer = dialog(page, 'User')
  await button(page, 'Edit…').click()
  const form = dialog(page, 'Edit Casey Morvane')
  await form.getByLabel('First name').and(page.locator(':focus')).waitFor()
  // The search also covers the company.
  await form.getByLabel('Company').fill('Example Homes')
  await button(page, 'Save').click()
  await toast(page, 'Casey Morvane saved').waitFor()
  await drawer.getByText('Example Homes').waitFor()

  await button(page, 'Sign out everywhere…').click()
  await page.getByLabel('Reason').fill('Says that a laptop was stolen')
  await button(page, 'Sign Casey out').click()
  await toast(page, 'Casey Morvane signed out of 1 session').waitFor()
  await drawer.getByText('No sessions').waitFor()
  // While the dialog closes, Escape would go to it.
  await page.getByLabel('Reason').waitFor({ state: 'hidden' })

  // Escape closes what lies on top alone.
  await page.keyboard.press('?')
  await dialog(page, 'Keyboard shortcuts').waitFor()
  await page.keyboard.press('Escape')
  await dialog(page, 'Keyboard shortcuts').waitFor({ state: 'hidden' })
  expect(await drawer.isVisible()).toBe(true)

  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'hidden' })
  await page
    .getByRole('row', { name: /Casey Morvane/ })
    .getByText(email)
    .click()
  await drawer.getByText('No sessions').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Casey Morvane', exact: true }).and(page.locator(':focus')).waitFor()
  await context.close()
})

test('a change that is saved late keeps a dialog opened since', async () => {
  const { page, context } = await openUsersAsAdmin(await createTestUser(url))
  const { promise: isAsked, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/v1/admin/users/*', async (route) => {
    if (route.request().method() === 'PATCH') await isAsked
    await route.continue()
  })
  const link = page.getByRole('link', { name: 'Casey Morvane', exact: true })
  await link.click()
  await button(page, 'Edit…').click()
  await dialog(page, 'Edit Casey Morvane').getByLabel('Company').fill('Example Homes')
  await button(page, 'Save').click()
  await page.goBack()
  await dialog(page, 'User').waitFor({ state: 'hidden' })
  await link.click()
  await button(page, 'Sign out everywhere…').click()
  const reason = page.getByLabel('Reason')
  await reason.fill('Says that a laptop was stolen')
  release()
  await toast(page, 'Casey Morvane saved').waitFor()
  await waitUntilIdle(page)
  expect(await reason.inputValue()).toBe('Says that a laptop was stolen')
  await context.close()
})

test('a closed account says so, and offers no actions that are no longer possible', async () => {
  const email = await createTestUser(url)
  const token = await getToken(url, { email, password })
  const { user } = await call(url, token, account.me, {})
  await call(url, token, account.close, { body: { password } })
  const { page, context } = await openUsersAsAdmin()
  await page.goto(`/portal/users?user=${user.id}`)
  const drawer = dialog(page, 'User')
  await drawer.getByText('Closed', { exact: true }).first().waitFor()
  await drawer.getByText('Available', { exact: true }).or(drawer.getByText('No transactions yet')).waitFor()
  const offered = await drawer.getByRole('button').evaluateAll((all) => all.map((one) => one.textContent))
  expect(offered.filter(Boolean)).toEqual([])
  await page.goto(`/portal/users/${user.id}/statistics?tab=sessions`)
  await page.getByText('Account from').waitFor()
  expect(await page.getByRole('main').getByRole('button', { name: /…$/ }).count()).toBe(0)
  await context.close()
})
