import type { Locator, Page } from 'playwright-core'
import { button, dialog } from './buyer.ts'
import type { Look } from './findings.ts'
import type { Found } from './opened.ts'
import type { SomeWebhook } from './some-webhook.ts'

/** What opens over the screens of webhooks: what makes one and what can be done with it, and one of its attempts. */
export async function openWebhookThings(page: Page, { detail, attempt }: SomeWebhook, check: Look) {
  const found: Found = {}
  const look = async (opener: string, shown: Locator) => {
    await button(page, opener).first().click()
    await shown.waitFor()
    found[opener] = await check(page)
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'hidden' })
  }
  await page.goto('/portal/webhooks')
  await look('Add a webhook', dialog(page).getByRole('group', { name: 'Orders' }))
  await page.goto(detail)
  await look('Send test event…', dialog(page).getByLabel('Event'))
  await look('Send again what failed…', dialog(page).getByLabel('What failed since'))
  await look('Regenerate…', dialog(page).getByText('Make a new secret?'))
  await look('Delete', dialog(page).getByRole('textbox'))
  await page.getByRole('switch', { name: 'View as table' }).check()
  await page.getByRole('table', { name: 'Attempts by the hour' }).waitFor()
  await page.evaluate('scrollTo(0, 0)')
  found['health as a table'] = await check(page)
  await page.goto(attempt)
  await dialog(page).getByText('"order.completed"').waitFor()
  found['attempt'] = await check(page)
  return found
}
