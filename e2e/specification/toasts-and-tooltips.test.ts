import { account } from '@dooryard/contract/identity/account'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { signIn, useBrowser } from '../support/browser.ts'
import { button } from '../support/buyer.ts'
import { waitForPaint } from '../support/page-idle.ts'
import { createTestUser, signInAs, toast } from '../support/test-user.ts'
import { usePages } from '../support/use-pages.ts'

const browser = useBrowser()
const newPage = usePages(browser)

/** Stops the clock of a page, which only moves by `runFor` and `runUntil` from then on. */
const stopClock = (page: Page) => page.clock.pauseAt(Date.now() + 60_000)

/** Lets the page render what its timers have changed. */
const render = (page: Page) =>
  page.evaluate(`new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => resolve()
    port2.postMessage(0)
  })`)

/** Moves a stopped clock in steps of 20 ms until so many elements are shown; returns the milliseconds it took. */
async function runUntil(page: Page, shown: Locator, count: number): Promise<number> {
  let elapsed = 0
  const runStep = async () => {
    await page.clock.runFor(20)
    await render(page)
    elapsed += 20
    return shown.count()
  }
  await expect.poll(runStep, { interval: 1 }).toBe(count)
  return elapsed
}

test('a tooltip opens after 700 ms, and the next at once when the last closed less than 300 ms ago', async () => {
  const page = await newPage()
  await page.clock.install()
  await signIn(page, 'enterprise')
  await page.goto('/portal')
  const [sidebar, theme] = [button(page, /sidebar$/), button(page, /^Switch to/)]
  const [sidebarHint, themeHint] = [/sidebar \(/, /^Switch to/].map((name) => page.getByRole('tooltip', { name }))
  if (!sidebarHint || !themeHint) throw new Error('there are two hints')
  // The first one loads the code that shows it.
  await sidebar.hover()
  await sidebarHint.waitFor()
  const leave = () => page.mouse.move(640, 600)
  await leave()
  await page.getByRole('tooltip').waitFor({ state: 'detached' })
  await stopClock(page)

  await theme.hover()
  await page.clock.runFor(690)
  await render(page)
  expect(await page.getByRole('tooltip').count()).toBe(0)
  await page.clock.runFor(10)
  expect(await runUntil(page, themeHint, 1)).toBeLessThan(100)

  await leave()
  await runUntil(page, themeHint, 0)
  await page.clock.runFor(200)
  await sidebar.hover()
  expect(await runUntil(page, sidebarHint, 1)).toBeLessThan(100)

  await leave()
  await runUntil(page, sidebarHint, 0)
  await page.clock.runFor(300)
  await theme.hover()
  await page.clock.runFor(600)
  await render(page)
  expect(await page.getByRole('tooltip').count()).toBe(0)
  await page.clock.runFor(100)
  expect(await runUntil(page, themeHint, 1)).toBeLessThan(100)
})

/** Opens the profile of a new user, by default with a stopped clock; names that start with `Refused` are rejected. */
async function openProfile({ isStopped = true } = {}) {
  const page = await newPage({ reducedMotion: 'no-preference' })
  if (isStopped) await page.clock.install()
  await signInAs(page, await createTestUser(browser.url))
  await page.route(`**${account.change.path}`, (route) => {
    const { companyName = '' } = route.request().postDataJSON() ?? {}
    return companyName.startsWith('Refused')
      ? route.fulfill({ status: 409, json: { message: `${companyName}.`, code: 'CONFLICT', requestId: 'x' } })
      : route.fallback()
  })
  await page.goto('/portal/settings/profile')
  await page.getByLabel('Company').waitFor()
  if (isStopped) await stopClock(page)
  return page
}

async function saveCompany(page: Page, company: string) {
  const answered = page.waitForResponse((response) => response.request().method() === 'PATCH')
  await page.getByLabel('Company').fill(company)
  await button(page, 'Save').click()
  // A toast stays while the mouse is over it.
  await page.mouse.move(10, 10)
  await answered
}

/**
 * Notes when the first toast is added and is gone, in milliseconds of the page's clock. An observer would note its
 * addition only after React's effects, which start the timer of the toast and take long on a busy machine.
 */
async function watchToast(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(`{
    const times = globalThis.toastTimes = []
    const selector = '.mantine-Notification-root'
    for (const method of ['appendChild', 'insertBefore']) {
      const add = Node.prototype[method]
      Node.prototype[method] = function (node, ...rest) {
        const isToast = node instanceof Element && (node.matches(selector) || node.querySelector(selector) !== null)
        if (isToast && times.length === 0) times.push(performance.now())
        return add.call(this, node, ...rest)
      }
    }
    let isShown = false
    new MutationObserver(() => {
      const wasShown = isShown
      isShown = document.querySelector(selector) !== null
      if (wasShown && !isShown) times.push(performance.now())
    }).observe(document.body, { childList: true, subtree: true })
  }`)
  return () => page.evaluate('globalThis.toastTimes')
}

const saved = (page: Page) => toast(page, 'Profile saved')

test('a toast stays for 4,000 ms and takes 200 ms to go, also one that was there before the code that shows it', async () => {
  const page = await openProfile({ isStopped: false })
  const answered = page.waitForResponse((response) => response.request().method() === 'PATCH')
  const queueCode = page.waitForResponse(/\/assets\/toast-queue-[^/]*\.js$/)
  await page.route('**/assets/notifications-container-*.js', async (route) => {
    await Promise.all([answered, queueCode])
    await waitForPaint(page)
    await route.fallback()
  })
  const readTimes = await watchToast(page)
  await saveCompany(page, 'Example Outreach')
  await saved(page).waitFor()
  await saved(page).waitFor({ state: 'detached' })
  const [shownAt = 0, goneAt = 0] = await readTimes()
  expect(goneAt - shownAt).toBeGreaterThanOrEqual(4_200)
  // Far from the 10 seconds of other toasts, however busy the machine is.
  expect(goneAt - shownAt).toBeLessThan(7_000)
})

test('a toast is at the bottom right, and an error at the top right', async () => {
  const page = await openProfile()
  await saveCompany(page, 'Example Mail')
  await runUntil(page, saved(page), 1)
  await saveCompany(page, 'Refused Outreach')
  await runUntil(page, toast(page, 'Refused Outreach.'), 1)
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  const getPlace = async (shown: Locator) => {
    const box = await shown.boundingBox()
    if (!box) throw new Error('it is not shown')
    const { x, y } = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    return `${y < height / 2 ? 'top' : 'bottom'} ${x < width / 2 ? 'left' : 'right'}`
  }
  expect(await getPlace(saved(page))).toBe('bottom right')
  expect(await getPlace(toast(page, 'Refused Outreach.'))).toBe('top right')
})

test('of four toasts in two places three are shown, and the fourth when the first has gone', async () => {
  const page = await openProfile()
  const all = page.locator('.mantine-Notification-root')
  for (const [index, company] of ['Example Outreach', 'Example Mail', 'Example Calls'].entries()) {
    await saveCompany(page, company)
    await runUntil(page, all, index + 1)
  }
  await saveCompany(page, 'Refused')
  const fourth = toast(page, 'Refused.')
  let most = 0
  const runStep = async () => {
    await page.clock.runFor(50)
    most = Math.max(most, await all.count())
    return fourth.count()
  }
  await expect.poll(runStep, { interval: 1 }).toBe(1)
  expect(most).toBe(3)
  expect(await saved(page).count()).toBeLessThan(3)
})
