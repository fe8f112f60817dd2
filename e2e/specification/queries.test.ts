import { savedSearches } from '@dooryard/contract/properties/saved-searches'
import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { useBrowser } from '../support/browser.ts'
import { getToken } from '../support/funded-user.ts'
import { call } from '../support/portal-process.ts'
import { createTestUser, password, signInAs } from '../support/test-user.ts'
import { usePages } from '../support/use-pages.ts'

const browser = useBrowser()
const newPage = usePages(browser)

const listPath = new RegExp(`${savedSearches.list.path}\\?`)
const searchesPath = '/portal/settings/saved-searches'

/** Opens a page of a new user with one saved search, with a clock that the test moves. */
async function openAsUser() {
  const email = await createTestUser(browser.url)
  const token = await getToken(browser.url, { email, password })
  await call(browser.url, token, savedSearches.create, {
    body: { name: 'Shops', criteria: { location: { states: ['TN'] } } },
  })
  const page = await newPage()
  await page.clock.install()
  await signInAs(page, email)
  return page
}

/** Counts the requests for the list, which all fail, and their answers. */
async function failList(page: Page, status: number) {
  let [requests, answers] = [0, 0]
  page.on('requestfinished', (request) => {
    if (listPath.test(request.url())) answers += 1
  })
  await page.route(listPath, (route) => {
    requests += 1
    return route.fulfill({ status, json: { message: 'Not now.', code: 'UNAVAILABLE', requestId: 'x' } })
  })
  return { countRequests: () => requests, countAnswers: () => answers }
}

/** Lets the page handle an answer, which takes several tasks, without moving its clock. */
const runTasks = (page: Page) =>
  page.evaluate(`(async () => {
    for (let at = 0; at < 10; at += 1)
      await new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = resolve
        port2.postMessage(0)
      })
  })()`)

const failure = (page: Page) => page.getByRole('alert').getByText('Not now.')

test('a failed query is sent again after 1, 2 and 4 seconds, and then reported', async () => {
  const page = await openAsUser()
  const { countRequests, countAnswers } = await failList(page, 503)
  await page.goto(searchesPath)
  await page.clock.pauseAt(Date.now() + 60_000)
  // The failure of the first request may have been before the clock was stopped.
  await expect.poll(countRequests).toBeGreaterThan(0)
  let sent = countRequests()
  await page.reload()
  // A stopped clock lets the page load, and each of its short timers has to be run.
  const waitForRequest = async (afterMs: number) => {
    await expect.poll(countAnswers).toBe(sent)
    await runTasks(page)
    await page.clock.runFor(afterMs - 200)
    expect(countRequests()).toBe(sent)
    await page.clock.runFor(400)
    await expect.poll(countRequests).toBe(sent + 1)
    sent += 1
  }
  await expect
    .poll(async () => {
      await page.clock.runFor(10)
      return countRequests()
    })
    .toBe(sent + 1)
  sent += 1
  for (const seconds of [1, 2, 4]) await waitForRequest(seconds * 1000)
  await expect
    .poll(async () => {
      await page.clock.runFor(10)
      return failure(page).count()
    })
    .toBe(1)
  await page.clock.runFor(60_000)
  expect(countRequests()).toBe(sent)
})

test('a query that the server refuses is reported at once', async () => {
  const page = await openAsUser()
  const { countRequests } = await failList(page, 422)
  await page.goto(searchesPath)
  await failure(page).waitFor()
  await page.clock.fastForward(60_000)
  expect(countRequests()).toBe(1)
})

const openSettings = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name, exact: true }).click()

/** Opens the saved searches while their list is held back; returns whether they are shown nevertheless. */
async function isShownWithoutAnswer(page: Page): Promise<boolean> {
  const held = new Promise<Route>((resolve) => {
    void page.route(listPath, resolve, { times: 1 })
  })
  await openSettings(page, 'Saved searches')
  // The list sends its request once it is shown.
  const route = await held
  const isShown = (await row(page).count()) > 0
  await route.continue()
  await row(page).waitFor()
  return isShown
}

const row = (page: Page) => page.getByRole('row', { name: /Shops/ })

test('data is requested again whenever its screen opens, and shown meanwhile for an hour', async () => {
  const page = await openAsUser()
  await page.goto(searchesPath)
  await row(page).waitFor()
  const leaveFor = async (time: string) => {
    await openSettings(page, 'Profile')
    await page.getByLabel('Company').waitFor()
    await page.clock.fastForward(time)
  }
  await leaveFor('00:01')
  expect(await isShownWithoutAnswer(page)).toBe(true)
  await leaveFor('59:00')
  expect(await isShownWithoutAnswer(page)).toBe(true)
  await leaveFor('01:01:00')
  expect(await isShownWithoutAnswer(page)).toBe(false)
})
