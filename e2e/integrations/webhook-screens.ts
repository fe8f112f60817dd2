import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { button, dialog } from '../support/buyer.ts'
import { waitForPolled } from '../support/page-idle.ts'
import type { startReceiver } from '../support/receiver.ts'

type WebhookReceiver = Pick<Awaited<ReturnType<typeof startReceiver>>, 'url' | 'host'>

/** The displayed secret. */
export const readSecret = async (page: Page) => (await page.getByText(/^whsec_[A-Za-z0-9+/=]+$/).textContent()) ?? ''

/** The log rows with this status. */
export const attemptRows = (page: Page, status: string) => page.getByRole('row').filter({ hasText: status })

/** Waits until this many attempts have the status. */
export async function waitForAttempts(page: Page, status: string, count: number) {
  await waitForPolled(page, attemptRows(page, status).nth(count - 1))
  await expect.poll(() => attemptRows(page, status).count()).toBe(count)
}

export async function sendTestOnScreen(page: Page, kind = 'webhook.test') {
  await button(page, 'Send test event…').click()
  await dialog(page).getByLabel('Event').selectOption(kind)
  await dialog(page).getByRole('button', { name: 'Send' }).dblclick()
  await dialog(page).waitFor({ state: 'hidden' })
}

/** Adds a webhook for order events at this receiver, and returns its secret. */
export async function addWebhookOnScreen(page: Page, receiver: WebhookReceiver): Promise<string> {
  await page.goto('/portal/webhooks')
  await button(page, 'Add a webhook').first().click()
  await button(page, 'Add webhook').click()
  await dialog(page).getByText('URL is required').waitFor()
  await dialog(page).getByText('Choose at least one event').waitFor()
  await dialog(page).getByLabel('URL').fill(receiver.url)
  await dialog(page).getByLabel('Description').fill('Orders into the CRM')
  await dialog(page).getByRole('group', { name: 'Orders' }).getByLabel('Select all').check()
  await button(page, 'Add webhook').click()
  await dialog(page).getByText('Your webhook is ready').waitFor()
  return readSecret(page)
}

/** Deletes the displayed webhook; one that has delivered asks for its host. */
export async function deleteWebhook(page: Page, receiver: WebhookReceiver, { hasDelivered = true } = {}) {
  await button(page, 'Delete').click()
  if (hasDelivered) await dialog(page).getByRole('textbox').fill(receiver.host)
  await button(page, 'Delete webhook').click()
  await page.waitForURL((at) => at.pathname === '/portal/webhooks')
}

/** Opens the webhook that was just created. */
export async function openCreatedWebhook(page: Page, receiver: WebhookReceiver) {
  await button(page, 'Done').last().click()
  await page.getByRole('link', { name: receiver.url }).first().click()
  await page.getByText('Nothing sent yet').waitFor()
}
