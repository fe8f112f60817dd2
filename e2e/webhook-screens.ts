import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { button, dialog } from './buyer.ts'
import type { openReceiver } from './receiver.ts'
import { comesBy } from './still.ts'

type Receiver = Pick<Awaited<ReturnType<typeof openReceiver>>, 'url' | 'host'>

/** The secret that is shown. */
export const secretOn = async (page: Page) => (await page.getByText(/^whsec_[A-Za-z0-9+/=]+$/).textContent()) ?? ''

/** The rows of the log that say how an attempt ended. */
export const rows = (page: Page, status: string) => page.getByRole('row').filter({ hasText: status })

/** Waits until so many attempts have ended that way. */
export async function ended(page: Page, status: string, count: number) {
  await comesBy(page, rows(page, status).nth(count - 1))
  await expect.poll(() => rows(page, status).count()).toBe(count)
}

export async function sendTest(page: Page, kind = 'webhook.test') {
  await button(page, 'Send test event…').click()
  await dialog(page).getByLabel('Event').selectOption(kind)
  await dialog(page).getByRole('button', { name: 'Send' }).dblclick()
  await dialog(page).waitFor({ state: 'hidden' })
}

/** Adds a webhook for what becomes of orders, told at this receiver, and gives its secret. */
export async function makeWebhook(page: Page, receiver: Receiver): Promise<string> {
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
  return secretOn(page)
}

/** Deletes the webhook that is shown. */
export async function remove(page: Page, receiver: Receiver) {
  await button(page, 'Delete').click()
  await dialog(page).getByRole('textbox').fill(receiver.host)
  await button(page, 'Delete webhook').click()
  await page.waitForURL((at) => at.pathname === '/portal/webhooks')
}

/** Opens the webhook that was just made. */
export async function openMade(page: Page, receiver: Receiver) {
  await button(page, 'Done').last().click()
  await page.getByRole('link', { name: receiver.url }).first().click()
  await page.getByText('Nothing sent yet').waitFor()
}
