import type { Locator, Page } from 'playwright-core'
import { button, dialog } from './buyer.ts'
import type { Finding, Look } from './findings.ts'
import type { Found } from './opened.ts'
import { stands } from './still.ts'

/** From the top: the header covers what is scrolled under it, which the checker takes for small targets. */
const fromTheTop =
  (check: Look): Look =>
  async (page) => {
    await page.evaluate('scrollTo(0, 0)')
    return check(page)
  }

/** Every step of the wizard with what unfolds in it, and the question whether to leave it. */
async function openWizard(page: Page, check: Look): Promise<Found> {
  const found: Found = {}
  const counted = () => page.locator('[aria-busy="false"]').first().waitFor()
  await page.goto('/portal/campaigns/create')
  await page.getByRole('radio', { name: /Call Ready/ }).check()
  found['type'] = await fromTheTop(check)(page)
  await button(page, 'Continue').click()
  await button(page, 'Absentee, out of state').click()
  await button(page, 'Absentee, out of state').and(page.locator('[aria-pressed="true"]')).waitFor()
  // On a phone the count stands twice; while it is made anew it is dimmed, which is no contrast to judge.
  await page
    .getByText(/^[\d,]+ properties match/)
    .first()
    .waitFor()
  await stands(page)
  found['audience'] = await fromTheTop(check)(page)
  for (const step of ['Suppression', 'Review']) {
    await button(page, 'Continue').click()
    // The address has it before the screen.
    await page.locator('[aria-current="step"]', { hasText: step }).waitFor()
    await counted()
    await page.getByText('Why', { exact: true }).click()
    await page.getByText('On the national do-not-call registry').waitFor()
    found[step] = await fromTheTop(check)(page)
  }
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Campaigns' }).click()
  await page.getByRole('dialog', { name: 'Leave this campaign?' }).waitFor()
  found['leave'] = await check(page)
  await button(page, 'Throw the draft away').click()
  await page.waitForURL((at) => at.pathname === '/portal/campaigns')
  return found
}

async function openCallOrder(page: Page, path: string, check: Look): Promise<Finding[]> {
  await page.goto(path)
  await page.getByText('How to verify a certificate').click()
  await page.getByText('npm run certificate:verify').waitFor()
  await page
    .getByRole('combobox', { name: /^Stage of / })
    .first()
    .waitFor()
  return fromTheTop(check)(page)
}

/** What opens over the screens of somebody who orders leads to call. */
export async function openCallThings(page: Page, callOrder: string, check: Look): Promise<Found> {
  const wizard = await openWizard(page, check)
  const verify = await openCallOrder(page, callOrder, check)
  await page.goto('/portal/integration?part=dnc')
  await button(page, 'Upload and import').click()
  await page.getByText('Enter the subscription account number').waitFor()
  const refused = await fromTheTop(check)(page)
  await page.getByLabel('Phone numbers', { exact: true }).fill('615-555-0142')
  await button(page, 'Take off').click()
  await page.getByRole('dialog', { name: 'Take 1 number off the internal list?' }).waitFor()
  return { ...wizard, verify, refused, takeOff: await check(page) }
}

/** What opens over the API keys: the form for one, the one that it makes, and what ends it. */
export async function openKeyThings(page: Page, check: Look): Promise<Found> {
  const found: Found = {}
  const name = `Looked at ${Date.now()}`
  await page.goto('/portal/api-keys')
  await button(page, 'New API key').click()
  await page.getByLabel('Name').fill(name)
  await page.getByRole('checkbox', { name: 'Count and quote' }).check()
  found['new key'] = await check(page)
  await button(page, 'Make the key').click()
  await button(page, 'Copy key').waitFor()
  found['issued key'] = await check(page)
  await button(page, 'I have stored it').click()
  await page.getByRole('link', { name }).click()
  await page.getByRole('heading', { name: 'Calls by day' }).waitFor()
  found['key'] = await check(page)
  await page.keyboard.press('Escape')
  await dialog(page).waitFor({ state: 'hidden' })
  await button(page, `Revoke ${name}`).click()
  await page.getByLabel('Name of the key').fill(name)
  found['revoke key'] = await check(page)
  await button(page, 'Revoke the key').click()
  await dialog(page).waitFor({ state: 'hidden' })
  return found
}

/** What opens over an administrator's lists and contacts. */
export async function openListThings(page: Page, check: Look): Promise<Found> {
  const found: Found = {}
  const ask = async (opener: Locator) => {
    const name = (await opener.getAttribute('aria-label')) ?? ''
    await opener.click()
    // Its name comes a moment after it.
    await page.getByRole('dialog', { name: /\S/ }).waitFor()
    found[name] = await check(page)
    await page.keyboard.press('Escape')
    await dialog(page).waitFor({ state: 'hidden' })
  }
  await page.goto('/portal/integration')
  await ask(button(page, /^Remove the copy of/).first())
  await ask(button(page, /^Remove: /).first())
  await page.goto('/portal/integration?part=contacts')
  await ask(button(page, /^Remove /).first())
  return found
}
