import type { Locator, Page } from 'playwright-core'
import { button, dialog } from '../../support/buyer.ts'
import type { PageCheck } from '../../support/page-checks.ts'
import type { SampleWebhook } from '../sample-webhook.ts'
import type { FindingsByName } from './overlays.ts'

/** Checks the overlays of webhooks: creation, actions, and one of the attempts. */
export async function checkWebhookOverlays(page: Page, { detail, attempt }: SampleWebhook, check: PageCheck) {
  const findings: FindingsByName = {}
  const openAndCheckOverlay = async (opener: string, overlay: Locator) => {
    await button(page, opener).first().click()
    await overlay.waitFor()
    findings[opener] = await check(page)
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'hidden' })
  }
  await page.goto('/portal/webhooks')
  await openAndCheckOverlay('Add a webhook', dialog(page).getByRole('group', { name: 'Orders' }))
  await page.goto(detail)
  await openAndCheckOverlay('Send test event…', dialog(page).getByLabel('Event'))
  await openAndCheckOverlay('Resend failed events…', dialog(page).getByLabel('Failed since'))
  await openAndCheckOverlay('Regenerate…', dialog(page).getByText('Rotate the secret?'))
  await openAndCheckOverlay('Delete', button(page, 'Delete webhook'))
  await page.getByRole('switch', { name: 'View as table' }).check()
  await page.getByRole('table', { name: 'Attempts by hour' }).waitFor()
  await page.evaluate('scrollTo(0, 0)')
  findings['health as a table'] = await check(page)
  await page.goto(attempt)
  await dialog(page).getByText('"order.completed"').waitFor()
  findings['attempt'] = await check(page)
  return findings
}
