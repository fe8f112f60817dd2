import { account } from '@dooryard/contract/identity/account'
import { apiKeys } from '@dooryard/contract/integrations/api-keys'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { button } from '../support/buyer.ts'
import { waitUntilIdle } from '../support/page-idle.ts'
import { toast } from '../support/test-user.ts'
import {
  goOffline,
  heading,
  loadToasts,
  offlineHelp,
  pressGoTo,
  sidebarLink,
  updateHelp,
  useCountedScreens,
} from './counted-screens.ts'

const { openScreen, openPortal } = useCountedScreens()

/** Lets the scripts with these names fail to load, as if a deployment had replaced them. */
const loseScripts = (page: Page, name: string) =>
  page.route(new RegExp(`/assets/${name}-[^/]*\\.js$`), (route) => route.fulfill({ status: 404 }))

test('a screen whose code was replaced reloads the page once, and then offers the update', async () => {
  const { page, countLoads } = await openPortal()
  await loseScripts(page, 'webhooks.*')
  await sidebarLink(page, 'Webhooks').click()
  await heading(page, 'Update Available').waitFor()
  await expect.poll(countLoads).toBeGreaterThan(1)
  await heading(page, 'Update Available').waitFor()
  await page.getByText(updateHelp).waitFor()
  const before = countLoads()
  await page.unrouteAll({ behavior: 'wait' })
  await button(page, 'Refresh to Update').click()
  await heading(page, 'Webhooks').waitFor()
  expect(countLoads()).toBe(before + 1)
})

test('hovering the link of a screen whose code was replaced does not reload the page', async () => {
  const { page, countLoads } = await openPortal()
  await loseScripts(page, 'webhooks.*')
  const lost = page.waitForResponse((response) => response.status() === 404)
  await sidebarLink(page, 'Webhooks').hover()
  await lost
  await waitUntilIdle(page)
  expect(countLoads()).toBe(1)
})

test('a hint whose code is lost says nothing', async () => {
  const { page, countLoads } = await openPortal()
  await loseScripts(page, 'hint')
  const lost = page.waitForResponse((response) => response.status() === 404)
  await button(page, /^Switch to/).hover()
  await lost
  await waitUntilIdle(page)
  expect(await page.locator('.mantine-Notification-root').count()).toBe(0)
  expect(countLoads()).toBe(1)
})

test('a form is kept when the code that confirms who the user is was replaced', async () => {
  const { page, countLoads } = await openScreen('/portal/api-keys')
  await loseScripts(page, 'step-up-dialog')
  const refusal = { message: 'Confirm that it is you.', code: 'STEP_UP_REQUIRED', methods: ['TOTP'], requestId: 'none' }
  await page.route(`**${apiKeys.create.path}`, (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 403, json: refusal }) : route.fallback(),
  )
  await button(page, 'New API key').click()
  await page.getByLabel('Name').fill('CRM nightly import')
  await page.getByRole('checkbox', { name: 'Read orders' }).check()
  await button(page, 'Create API key').click()
  await toast(page, updateHelp).waitFor()
  expect(await page.getByLabel('Name').inputValue()).toBe('CRM nightly import')
  expect(countLoads()).toBe(1)
})

test('a part of a screen and a dialog whose code was replaced reload the page too, once for each message', async () => {
  const { page, countLoads } = await openPortal()
  await loseScripts(page, 'palette')
  await pressGoTo(page)
  await expect.poll(countLoads).toBe(2)
  await pressGoTo(page)
  await toast(page, updateHelp).waitFor()
  expect(countLoads()).toBe(2)
  await loseScripts(page, 'toolbar')
  await page.goto('/portal/settings/saved-searches?search=example')
  await expect.poll(countLoads).toBe(4)
  await heading(page, 'Update Available').waitFor()
  expect(countLoads()).toBe(4)
})

test('when an overlay cannot load, keys go to the screen again', async () => {
  const { page } = await openPortal()
  await loadToasts(page)
  await goOffline(page)
  await pressGoTo(page)
  await page.keyboard.type('x')
  await toast(page, offlineHelp).waitFor()
  await page.context().setOffline(false)
  // The toast covers the button.
  await page.keyboard.press('Control+K')
  const search = page.getByRole('combobox', { name: 'Search or jump to' })
  await search.waitFor()
  expect(await search.inputValue()).toBe('')
  await page.keyboard.press('Escape')
  await search.waitFor({ state: 'hidden' })
  await sidebarLink(page, 'API keys').click()
  await button(page, 'New API key').click()
  await page.getByLabel('Name').focus()
  await page.keyboard.type('CRM nightly import')
  expect(await page.getByLabel('Name').inputValue()).toBe('CRM nightly import')
})

test('a message is shown although the code of toasts was lost with the connection', async () => {
  const { page } = await openScreen('/portal/settings/profile')
  await page.getByLabel('Company').waitFor()
  await goOffline(page)
  await page.getByLabel('Company').fill('Example Mailing')
  await button(page, 'Save').click()
  await page.getByRole('alert').filter({ hasText: 'network error' }).waitFor()
  await page.context().setOffline(false)
  const refusal = { message: 'Not now.', code: 'CONFLICT', requestId: 'none' }
  await page.route(`**${account.change.path}`, (route) => route.fulfill({ status: 409, json: refusal }))
  await button(page, 'Save').click()
  await page.getByRole('alert').filter({ hasText: 'Not now.' }).waitFor()
})
