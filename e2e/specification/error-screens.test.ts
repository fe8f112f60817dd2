import { account } from '@dooryard/contract/identity/account'
import { apiKeys } from '@dooryard/contract/integrations/api-keys'
import type { ConsoleMessage, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type Role, signIn, useBrowser } from '../support/browser.ts'
import { button } from '../support/buyer.ts'
import { waitUntilIdle } from '../support/page-idle.ts'
import { toast } from '../support/test-user.ts'
import { usePages } from '../support/use-pages.ts'

const newPage = usePages(useBrowser())

const offlineHelp = 'Please check your internet connection and try again.'
const updateHelp = 'The application has been updated. Please refresh the page.'

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true, level: 1 })
const sidebarLink = (page: Page, name: string) =>
  page.getByRole('complementary', { name: 'Sidebar' }).getByRole('link', { name, exact: true })

/** Opens a screen and counts how often the page loads from then on. */
async function openScreen(path: string, role: Role = 'enterprise') {
  const page = await newPage()
  await signIn(page, role)
  let loads = 0
  let isRequested = false
  page.on('request', (request) => {
    if (request.isNavigationRequest()) isRequested = true
  })
  // Not the `load` event: a page that reloads at once does not get that far.
  page.on('framenavigated', () => {
    if (isRequested) loads += 1
    isRequested = false
  })
  await page.goto(path)
  return { page, countLoads: () => loads }
}

const openedPortal = async () => {
  const opened = await openScreen('/portal')
  await sidebarLink(opened.page, 'Webhooks').waitFor()
  return opened
}

/** Lets the scripts with these names fail to load, as if a deployment had replaced them. */
const loseScripts = (page: Page, name: string) =>
  page.route(new RegExp(`/assets/${name}-[^/]*\\.js$`), (route) => route.fulfill({ status: 404 }))

/** Loads the code of the toasts, as the first key does. */
async function loadToasts(page: Page) {
  await page.keyboard.press('Shift')
  await page.locator('.mantine-Notifications-root').first().waitFor({ state: 'attached' })
}

/** Cuts the connection. A route keeps the browser from answering out of its cache. */
async function goOffline(page: Page) {
  await page.route('**/assets/**', (route) => route.fallback())
  await page.context().setOffline(true)
}

const pressGoTo = (page: Page) => button(page, /^Go to…/).click()

test('without a connection a new screen says so with a disabled button, and opens once there is one', async () => {
  const { page, countLoads } = await openedPortal()
  await loadToasts(page)
  await goOffline(page)
  await sidebarLink(page, 'Webhooks').click()
  await heading(page, 'Connection Problem').waitFor()
  await page.getByRole('main').getByText(offlineHelp).waitFor()
  expect(await button(page, 'Check Connection').isDisabled()).toBe(true)
  expect(await page.getByRole('link', { name: 'Go to Homepage' }).count()).toBe(0)
  await pressGoTo(page)
  await toast(page, offlineHelp).waitFor()
  expect(countLoads()).toBe(1)
  await page.context().setOffline(false)
  await heading(page, 'Webhooks').waitFor()
})

test('a screen whose code was replaced reloads the page once, and then offers the update', async () => {
  const { page, countLoads } = await openedPortal()
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
  const { page, countLoads } = await openedPortal()
  await loseScripts(page, 'webhooks.*')
  const lost = page.waitForResponse((response) => response.status() === 404)
  await sidebarLink(page, 'Webhooks').hover()
  await lost
  await waitUntilIdle(page)
  expect(countLoads()).toBe(1)
})

test('a part of a screen and a dialog whose code was replaced reload the page too, once for each message', async () => {
  const { page, countLoads } = await openedPortal()
  await loseScripts(page, 'palette')
  await pressGoTo(page)
  await expect.poll(countLoads).toBe(2)
  await pressGoTo(page)
  await toast(page, updateHelp).waitFor()
  expect(countLoads()).toBe(2)
  await loseScripts(page, 'toolbar')
  await page.goto('/portal/campaigns')
  await expect.poll(countLoads).toBe(4)
  await heading(page, 'Update Available').waitFor()
  expect(countLoads()).toBe(4)
})

test('when an overlay cannot load, keys go to the screen again', async () => {
  const { page } = await openedPortal()
  await loadToasts(page)
  await goOffline(page)
  await pressGoTo(page)
  await page.keyboard.type('x')
  await toast(page, offlineHelp).waitFor()
  await page.context().setOffline(false)
  // The toast covers the button.
  await page.keyboard.press('Control+K')
  const search = page.getByRole('combobox', { name: 'Go to a screen, or do something' })
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

/** Answers the list of API keys with something that its screen cannot show, until told otherwise. */
async function breakKeyList(page: Page) {
  const state = { isBroken: true }
  await page.route(`**${apiKeys.list.path}?*`, (route) =>
    state.isBroken ? route.fulfill({ json: { items: [null], total: 1 } }) : route.continue(),
  )
  return state
}

test('a failed screen shows its error on request, and trying again asks the server anew', async () => {
  const { page, countLoads } = await openedPortal()
  const list = await breakKeyList(page)
  await sidebarLink(page, 'API keys').click()
  await heading(page, 'Something went wrong!').waitFor()
  const message = page.getByRole('alert').locator('pre')
  expect(await message.count()).toBe(0)
  await button(page, 'Show Error').click()
  expect(await message.textContent()).toContain('Cannot read properties')
  await button(page, 'Hide Error').click()
  await message.waitFor({ state: 'detached' })
  list.isBroken = false
  await button(page, 'Try Again').click()
  await heading(page, 'API keys').waitFor()
  expect(countLoads()).toBe(1)
})

test('a screen that fails again after trying again reloads the page', async () => {
  const { page, countLoads } = await openedPortal()
  await breakKeyList(page)
  await sidebarLink(page, 'API keys').click()
  await button(page, 'Try Again').click()
  await expect.poll(countLoads).toBe(2)
  await heading(page, 'Something went wrong!').waitFor()
  // It fails for the first time since it was loaded, so it is left to the user.
  expect(countLoads()).toBe(2)
})

/** The context that an error was logged with. */
const getLogged = async (message: ConsoleMessage) =>
  (await message.args()[1]?.jsonValue()) as { page: string; browser: string; at: string }

test('a failure outside the screens has its message, an id, and a way home, and is logged with its context', async () => {
  const page = await newPage()
  await signIn(page, 'enterprise')
  await page.route(`**${account.me.path}`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: { ...(await response.json()), balance: null } })
  })
  const logged = page.waitForEvent('console', (message) => message.text().startsWith('Unexpected error'))
  await page.goto('/portal/api-keys')
  await heading(page, 'Something went wrong').waitFor()
  await page
    .getByText("We're sorry, but something unexpected happened. Our team has been notified and is working on a fix.", {
      exact: true,
    })
    .waitFor()
  expect(await page.getByText(/^Error ID: \S+$/).count()).toBe(1)
  const { page: address, browser, at } = await getLogged(await logged)
  expect(address).toBe(page.url())
  expect(browser).toBe(await page.evaluate('navigator.userAgent'))
  expect(Math.abs(Date.now() - Date.parse(at))).toBeLessThan(120_000)
  expect(await page.getByRole('link', { name: 'Go to Homepage' }).getAttribute('href')).toBe('/')
  await page.unrouteAll({ behavior: 'wait' })
  await button(page, 'Try Again').click()
  await heading(page, 'API keys').waitFor()
  await sidebarLink(page, 'API keys').waitFor()
})

test('while the code of the portal loads, its logo pulses over the whole screen', async () => {
  const page = await newPage({ reducedMotion: 'no-preference' })
  await signIn(page, 'enterprise')
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/assets\/frame-[^/]*\.js$/, async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/portal', { waitUntil: 'commit' })
  const overlay = page.getByRole('main').filter({ has: page.getByText('Loading...', { exact: true }) })
  await overlay.waitFor()
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  expect(await overlay.boundingBox()).toEqual({ x: 0, y: 0, width, height })
  const pulse = await overlay
    .locator('svg')
    .evaluate((mark) =>
      mark.parentElement?.getAnimations().map((animation: { playState: string }) => animation.playState),
    )
  expect(pulse).toEqual(['running'])
  release()
  await overlay.waitFor({ state: 'detached' })
})
