import { auth } from '@dooryard/contract/identity/auth'
import { apiKeys } from '@dooryard/contract/integrations/api-keys'
import { webhooks } from '@dooryard/contract/integrations/webhook-endpoints'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { signIn, useBrowser } from '../support/browser.ts'
import { button, dialog } from '../support/buyer.ts'
import { createFundedUser } from '../support/funded-user.ts'
import { passwordField, toast } from '../support/test-user.ts'
import { usePages } from '../support/use-pages.ts'

const browser = useBrowser()
const newPage = usePages(browser)

const refusal = { status: 503, json: { message: 'Busy just now.', code: 'UNAVAILABLE', requestId: 'x' } }

test.each([
  {
    what: 'an API key',
    path: '/portal/api-keys',
    endpoint: apiKeys.create,
    fill: async (page: Page) => {
      await button(page, 'New API key').click()
      await dialog(page).getByLabel('Name').fill('Import')
      await dialog(page).getByRole('checkbox', { name: 'Read orders' }).check()
      await button(page, 'Create API key').click()
    },
  },
  {
    what: 'a webhook',
    path: '/portal/webhooks',
    endpoint: webhooks.create,
    fill: async (page: Page) => {
      await button(page, 'Add a webhook').first().click()
      await dialog(page).getByLabel('URL').fill('https://hooks.example.com/inbound')
      await dialog(page).getByRole('checkbox').first().check()
      await button(page, 'Add webhook').click()
    },
  },
])('the failure of $what shows in its dialog and in a toast above it, and is announced once', async (call) => {
  const page = await newPage()
  await signIn(page, 'enterprise')
  await page.route(`**${call.endpoint.path}`, (route) =>
    route.request().method() === 'POST' ? route.fulfill(refusal) : route.fallback(),
  )
  await page.goto(call.path)
  await call.fill(page)
  const shown = toast(page, refusal.json.message)
  await shown.waitFor()
  await dialog(page).getByRole('alert').waitFor()
  expect(await page.getByRole('alert').count()).toBe(1)
  expect(await shown.getAttribute('role')).toBe('group')
  const isOnTop = await shown.evaluate((element) => {
    const { x, y } = element.getBoundingClientRect()
    return element.contains(element.ownerDocument.elementFromPoint(x + 20, y + 10))
  })
  expect(isOnTop).toBe(true)
})

test('a failed call shows the message of the server, of the connection, or a general one', async () => {
  const page = await newPage()
  await page.goto('/login')
  const submit = async () => {
    await page.getByLabel('Email').fill('erin@example.com')
    await passwordField(page).fill('seven-paper-lanterns')
    await page.keyboard.press('Enter')
  }
  const notice = page.getByRole('main').getByRole('alert')
  const expectFailure = async (toastText: string, noticeText: string) => {
    await submit()
    await toast(page, toastText).waitFor()
    await expect.poll(() => notice.textContent()).toContain(noticeText)
    await toast(page, toastText).getByRole('button', { name: 'Dismiss' }).click()
    await toast(page, toastText).waitFor({ state: 'detached' })
  }
  const help = 'Please check your internet connection and try again.'
  const path = `**${auth.login.path}`
  await page.route(path, (route) => route.abort(), { times: 1 })
  await expectFailure('network error', help)
  await page.route(path, (route) => route.fulfill({ status: 200, body: '<title>Join this network</title>' }), {
    times: 1,
  })
  await expectFailure('network error', help)
  await page.route(path, (route) => route.fulfill({ status: 500, json: {} }), { times: 1 })
  await expectFailure('Something went wrong', 'Something went wrong')
  await page.route(path, (route) => route.fulfill({ status: 403, json: { message: 'Closed today.' } }), { times: 1 })
  await expectFailure('Closed today.', 'Closed today.')
  await page.evaluate(() => {
    globalThis.Headers = class {
      constructor() {
        throw new Error('')
      }
    } as never
  })
  await expectFailure(
    'An error occurred',
    'Something went wrong. Please try again or contact support if the problem persists.',
  )
})

test('a failed download is logged, makes the button ready again, and shows no toast', async () => {
  const user = await createFundedUser(browser.url)
  const id = await user.order('Mailing', { location: { states: ['TN'] } })
  const page = await newPage()
  await user.signIn(page)
  await page.goto(`/portal/orders/${id}`)
  const download = button(page, 'Download CSV')
  await page.route(/\/v1\/.*\/download/, (route) => route.fulfill(refusal))
  const logged = page.waitForEvent('console', (message) => message.text().startsWith('Download failed'))
  await download.click()
  await logged
  await page.getByText('Download failed').waitFor()
  await expect.poll(() => download.isEnabled()).toBe(true)
  expect(await toast(page, refusal.json.message).count()).toBe(0)
})
