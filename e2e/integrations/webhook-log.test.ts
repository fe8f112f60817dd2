import { afterEach, beforeEach, expect, test } from 'vitest'
import { signIn, useBrowser } from '../support/browser.ts'
import { button, dialog } from '../support/buyer.ts'
import { waitForPolled } from '../support/page-idle.ts'
import { startReceiver } from '../support/receiver.ts'
import {
  addWebhookOnScreen,
  attemptRows,
  deleteWebhook,
  openCreatedWebhook,
  readSecret,
  sendTestOnScreen,
  waitForAttempts,
} from './webhook-screens.ts'

const { open } = useBrowser()

let receiver: Awaited<ReturnType<typeof startReceiver>>
beforeEach(async () => {
  receiver = await startReceiver()
})
afterEach(() => {
  receiver.close()
})

test('a secret that another tab replaces is no longer shown', async () => {
  const { page, context, pageErrors } = await open()
  await signIn(page, 'enterprise')
  const secret = await addWebhookOnScreen(page, receiver)
  await openCreatedWebhook(page, receiver)
  await button(page, 'Reveal').click()
  expect(await readSecret(page)).toBe(secret)
  const other = await context.newPage()
  await other.goto(page.url())
  await button(other, 'Regenerate…').click()
  await dialog(other).getByRole('button', { name: 'Rotate secret' }).click()
  await other.getByText(/^The old secret also signs until/).waitFor()
  const next = await readSecret(other)
  await page.bringToFront()
  await waitForPolled(page, page.getByText('The secret is hidden'))
  await button(page, 'Reveal').click()
  expect(await readSecret(page)).toBe(next)
  await deleteWebhook(page, receiver, { hasDelivered: false })
  expect(pageErrors).toEqual([])
  await context.close()
})

test('an impersonating administrator sees the webhooks and cannot change them', async () => {
  const { page: ownerPage, context: first, pageErrors } = await open()
  await signIn(ownerPage, 'enterprise')
  await addWebhookOnScreen(ownerPage, receiver)
  await openCreatedWebhook(ownerPage, receiver)
  await sendTestOnScreen(ownerPage)
  await waitForAttempts(ownerPage, 'Succeeded', 1)
  const { page, context, pageErrors: others } = await open()
  await signIn(page, 'admin')
  await page.goto('/portal/users?search=enterprise@dooryard.test')
  await button(page, /^Impersonate /).click()
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('Asked by phone about a webhook')
  await dialog(page)
    .getByRole('button', { name: /^Impersonate / })
    .click()
  await page.getByRole('region', { name: 'Impersonation' }).waitFor()
  await page.goto('/portal/webhooks')
  await page.getByText('You are impersonating').first().waitFor()
  expect(await button(page, 'Add a webhook').first().isDisabled()).toBe(true)
  // Filters that load late take a second line of their own.
  await page.route(/\/assets\/filters-/, async (route) => {
    await page.waitForTimeout(1_000)
    await route.continue()
  })
  await page.goto(ownerPage.url())
  const link = attemptRows(page, 'Succeeded').getByRole('link').first()
  await link.waitFor()
  const place = await link.boundingBox()
  await page.getByRole('combobox', { name: 'Status', exact: true }).waitFor()
  expect(await link.boundingBox()).toEqual(place)
  await button(page, 'Send test event…').waitFor()
  for (const act of ['Edit', 'Disable', 'Delete', 'Reveal', 'Regenerate…'])
    expect([act, await button(page, act).isDisabled()]).toEqual([act, true])
  await link.click()
  const attempt = page.getByRole('dialog', { name: 'Attempt' })
  await attempt.getByText('Only the owner of the webhook can see the response body.').waitFor()
  expect(others).toEqual([])
  await context.close()
  await deleteWebhook(ownerPage, receiver)
  expect(pageErrors).toEqual([])
  await first.close()
})

test('the log is filtered by the URL, and says when nothing matches', async () => {
  const { page, context, pageErrors } = await open()
  await signIn(page, 'enterprise')
  await addWebhookOnScreen(page, receiver)
  await openCreatedWebhook(page, receiver)
  await sendTestOnScreen(page, 'credits.low')
  await sendTestOnScreen(page, 'order.failed')
  await waitForAttempts(page, 'Succeeded', 2)
  await page.getByRole('combobox', { name: 'Event', exact: true }).selectOption('credits.low')
  await waitForAttempts(page, 'Succeeded', 1)
  expect(new URL(page.url()).searchParams.get('eventType')).toBe('credits.low')
  await page.getByRole('combobox', { name: 'Status', exact: true }).selectOption('FAILED')
  await page.getByText('No results.').waitFor()
  await button(page, 'Clear filters').click()
  await waitForAttempts(page, 'Succeeded', 2)
  await page.getByPlaceholder('Search by event id...').fill('no-such-id')
  await page.getByText('No results.').waitFor()
  await button(page, 'Resend failed events…').click()
  await dialog(page).getByLabel('Failed since').selectOption('moment')
  await dialog(page).getByRole('button', { name: 'Resend' }).click()
  await dialog(page).getByText('Enter a day and a time').waitFor()
  await expect.poll(() => page.evaluate('document.activeElement.type')).toBe('datetime-local')
  await button(page, 'Cancel').last().click()
  await deleteWebhook(page, receiver)
  expect(pageErrors).toEqual([])
  await context.close()
})
