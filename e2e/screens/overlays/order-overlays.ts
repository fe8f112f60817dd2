import type { Locator, Page } from 'playwright-core'
import { button, dialog } from '../../support/buyer.ts'
import type { Finding, PageCheck } from '../../support/page-checks.ts'
import { waitUntilIdle } from '../../support/page-idle.ts'
import type { FindingsByName } from './overlays.ts'

/** Scrolls to the top first: the header covers what is scrolled under it, which the checker takes for small targets. */
const scrolledToTop =
  (check: PageCheck): PageCheck =>
  async (page) => {
    await page.evaluate('scrollTo(0, 0)')
    return check(page)
  }

/** Checks every step of the wizard with its expanded parts, and the confirmation before leaving it. */
async function checkWizard(page: Page, check: PageCheck): Promise<FindingsByName> {
  const findings: FindingsByName = {}
  await page.goto('/portal/campaigns/create')
  await page.getByRole('radio', { name: /Call Ready/ }).check()
  findings['type'] = await scrolledToTop(check)(page)
  await button(page, 'Continue').click()
  await button(page, 'Absentee, out of state').click()
  await button(page, 'Absentee, out of state').and(page.locator('[aria-pressed="true"]')).waitFor()
  // On a phone the count appears twice; while it updates it is dimmed, which has too little contrast.
  await page
    .getByText(/^[\d,]+ (properties match|new)/)
    .first()
    .waitFor()
  await waitUntilIdle(page)
  findings['audience'] = await scrolledToTop(check)(page)
  for (const step of ['Suppression', 'Review']) {
    await button(page, 'Continue').click()
    // The URL changes before the screen.
    await page.locator('[aria-current="step"]', { hasText: step }).waitFor()
    // A panel above that still loads would push the line away from the click.
    await waitUntilIdle(page)
    // What is opened in one step stays open in the next.
    if (step === 'Suppression') await page.getByText('Why', { exact: true }).click()
    await page.getByText('On the national do-not-call registry').waitFor()
    findings[step] = await scrolledToTop(check)(page)
  }
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Campaigns' }).click()
  await page.getByRole('dialog', { name: 'Leave this campaign?' }).waitFor()
  findings['leave'] = await check(page)
  await button(page, 'Discard draft').click()
  await page.waitForURL((at) => at.pathname === '/portal/campaigns')
  return findings
}

async function checkCallOrder(page: Page, path: string, check: PageCheck): Promise<Finding[]> {
  await page.goto(path)
  await page.getByText('How to verify a certificate').click()
  await page.getByText('npm run certificate:verify').waitFor()
  await page
    .getByRole('combobox', { name: /^Stage of / })
    .first()
    .waitFor()
  return scrolledToTop(check)(page)
}

/** Checks the overlays of the screens for Call Ready orders. */
export async function checkCallReadyOverlays(page: Page, callOrder: string, check: PageCheck): Promise<FindingsByName> {
  const wizard = await checkWizard(page, check)
  const verify = await checkCallOrder(page, callOrder, check)
  await page.goto('/portal/integration?part=dnc')
  await button(page, 'Upload and import').click()
  await page.getByText('Enter the subscription account number').waitFor()
  const refused = await scrolledToTop(check)(page)
  await page.getByLabel('Phone numbers', { exact: true }).fill('615-555-0142')
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('dialog', { name: 'Remove 1 number from the internal list?' }).waitFor()
  return { ...wizard, verify, refused, takeOff: await check(page) }
}

/** Checks the API key overlays: the form, the new key, and its revocation. */
export async function checkApiKeyOverlays(page: Page, check: PageCheck): Promise<FindingsByName> {
  const findings: FindingsByName = {}
  const name = `Looked at ${Date.now()}`
  await page.goto('/portal/api-keys')
  await button(page, 'New API key').click()
  await page.getByLabel('Name').fill(name)
  await page.getByRole('checkbox', { name: 'Count and quote' }).check()
  findings['new key'] = await check(page)
  await button(page, 'Create API key').click()
  await button(page, 'Copy key').waitFor()
  findings['issued key'] = await check(page)
  await button(page, 'Done').click()
  await page.getByRole('link', { name }).click()
  await page.getByRole('heading', { name: 'Calls by day' }).waitFor()
  findings['key'] = await check(page)
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })
  await button(page, `Revoke ${name}`).click()
  await page.getByLabel(`Type ${name} to revoke it`).fill(name)
  findings['revoke key'] = await check(page)
  await button(page, 'Revoke API key').click()
  await dialog(page).waitFor({ state: 'hidden' })
  return findings
}

/** Checks the overlays of an administrator's lists and contacts. */
export async function checkListOverlays(page: Page, check: PageCheck): Promise<FindingsByName> {
  const findings: FindingsByName = {}
  const checkDialog = async (opener: Locator) => {
    const name = (await opener.getAttribute('aria-label')) ?? ''
    await opener.click()
    // Its name appears shortly after it.
    await page.getByRole('dialog', { name: /\S/ }).waitFor()
    findings[name] = await check(page)
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'hidden' })
  }
  await page.goto('/portal/integration')
  await checkDialog(button(page, /^Remove the copy of/).first())
  await checkDialog(button(page, /^Remove: /).first())
  await page.goto('/portal/integration?part=contacts')
  await checkDialog(button(page, /^Remove /).first())
  return findings
}
