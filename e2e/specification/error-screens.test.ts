import { account } from '@dooryard/contract/identity/account'
import { auth } from '@dooryard/contract/identity/auth'
import { apiKeys } from '@dooryard/contract/integrations/api-keys'
import type { ConsoleMessage, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { signIn } from '../support/browser.ts'
import { button } from '../support/buyer.ts'
import { submitSignIn, toast } from '../support/test-user.ts'
import {
  goOffline,
  heading,
  loadToasts,
  offlineHelp,
  pressGoTo,
  sidebarLink,
  useCountedScreens,
} from './counted-screens.ts'

const { newPage, openPortal } = useCountedScreens()

test('without a connection a new screen says so with a disabled button, and opens once there is one', async () => {
  const { page, countLoads } = await openPortal()
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

/** Answers the list of API keys with something that its screen cannot show, until told otherwise. */
async function breakKeyList(page: Page) {
  const state = { isBroken: true }
  await page.route(`**${apiKeys.list.path}?*`, (route) =>
    state.isBroken ? route.fulfill({ json: { items: [null], total: 1 } }) : route.continue(),
  )
  return state
}

test('a failed screen shows its error on request, and trying again asks the server anew', async () => {
  const { page, countLoads } = await openPortal()
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
  const { page, countLoads } = await openPortal()
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

/** Keeps the scripts with these names back until they are released. */
async function holdScripts(page: Page, name: string): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(new RegExp(`/assets/${name}-[^/]*\\.js$`), async (route) => {
    await released
    await route.continue()
  })
  return release
}

const loadingOverlay = (page: Page) =>
  page.getByRole('main').filter({ has: page.getByText('Loading...', { exact: true }) })

test('while the code of the portal loads, its logo pulses over the whole screen', async () => {
  const page = await newPage({ reducedMotion: 'no-preference' })
  await signIn(page, 'enterprise')
  const release = await holdScripts(page, 'frame')
  await page.goto('/portal', { waitUntil: 'commit' })
  const overlay = loadingOverlay(page)
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

test('while the code of the second step loads, the logo takes the place of the sign-in', async () => {
  const page = await newPage()
  const release = await holdScripts(page, 'second-step-screen')
  const refusal = {
    message: 'One more step.',
    code: 'SECOND_FACTOR_REQUIRED',
    methods: ['TOTP'],
    challenge: 'x',
    requestId: 'none',
  }
  await page.route(`**${auth.login.path}`, (route) => route.fulfill({ status: 403, json: refusal }))
  await submitSignIn(page, 'casey@example.com')
  await loadingOverlay(page).waitFor()
  release()
  await page.getByLabel('Digit 1 of 6').waitFor()
  await loadingOverlay(page).waitFor({ state: 'detached' })
})
