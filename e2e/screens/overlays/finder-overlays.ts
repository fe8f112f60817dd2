import { auth } from '@dooryard/contract/identity/auth'
import { savedSearches } from '@dooryard/contract/properties/saved-searches'
import type { Locator, Page } from 'playwright-core'
import { button, dialog } from '../../support/buyer.ts'
import { checkOverflow, type Finding, type PageCheck } from '../../support/page-checks.ts'
import { waitUntilIdle } from '../../support/page-idle.ts'
import { call } from '../../support/portal-process.ts'
import type { FindingsByName } from './overlays.ts'

/** Checks a screen with an open overlay, including whether the overlay makes it too wide. */
async function checkOverlay(page: Page, overlay: Locator, check: PageCheck): Promise<Finding[]> {
  await overlay.waitFor()
  await waitUntilIdle(page)
  await page.evaluate('scrollTo(0, 0)')
  return [...(await checkOverflow(page)), ...(await check(page))]
}

async function closeOverlay(page: Page, overlay: Locator) {
  await page.keyboard.press('Escape')
  await overlay.waitFor({ state: 'hidden' })
}

async function openLeadFinder(page: Page) {
  const criteria = encodeURIComponent(JSON.stringify({ location: { states: ['TN'] } }))
  await page.goto(`/portal/lead-finder?view=table&criteria=${criteria}`)
  await waitUntilIdle(page)
  return async (opener: string | RegExp, overlay: Locator, check: PageCheck): Promise<FindingsByName> => {
    await button(page, opener).first().click()
    const findings = await checkOverlay(page, overlay, check)
    await closeOverlay(page, overlay)
    return { [`lead finder: ${opener}`]: findings }
  }
}

/** Checks the overlays of the lead finder on a wide screen. */
export async function checkDesktopFinderOverlays(page: Page, check: PageCheck): Promise<FindingsByName> {
  const checkOpened = await openLeadFinder(page)
  return {
    ...(await checkOpened('Columns', page.getByRole('dialog', { name: 'Columns' }), check)),
    ...(await checkOpened('Keyboard shortcuts', page.getByRole('dialog', { name: 'Keyboard shortcuts' }), check)),
  }
}

/** Checks the overlays of the lead finder on a phone only. */
export async function checkPhoneFilters(page: Page, check: PageCheck): Promise<FindingsByName> {
  const checkOpened = await openLeadFinder(page)
  return checkOpened(/^Filters/, dialog(page).getByRole('combobox').first(), check)
}

async function checkPipelineOverlays(page: Page, ids: string[], check: PageCheck): Promise<FindingsByName> {
  const findings: FindingsByName = {}
  await page.goto('/portal/pipeline-builder')
  await button(page, 'Use this: Inherited homes').click()
  findings['template'] = await checkOverlay(page, dialog(page).getByLabel('Name'), check)
  await closeOverlay(page, dialog(page))
  await page.goto(`/portal/pipeline-builder?searches=${encodeURIComponent(JSON.stringify(ids))}&atLeast=2`)
  findings['flow'] = await checkOverlay(
    page,
    page
      .getByRole('region', { name: /Ready$/ })
      .locator('visible=true')
      .first(),
    check,
  )
  await page.goto('/portal/pipeline-builder?tab=board')
  const menu = page.getByRole('menu', { name: 'Move to' })
  await button(page, /^Move .* to another stage$/)
    .first()
    .click()
  findings['move'] = await checkOverlay(page, menu, check)
  await closeOverlay(page, menu)
  const drawer = page.getByRole('dialog', { name: 'Lead' })
  await page.getByRole('article').first().getByRole('link').first().click()
  findings['lead'] = await checkOverlay(page, drawer.getByLabel('Add a note'), check)
  return findings
}

async function checkSavedSearchOverlays(page: Page, id: string, check: PageCheck): Promise<FindingsByName> {
  await page.goto('/portal/settings/saved-searches')
  await button(page, /^Edit /)
    .first()
    .click()
  const edit = await checkOverlay(page, dialog(page).getByLabel('Name'), check)
  await closeOverlay(page, dialog(page))
  await page.goto(`/portal/settings/saved-searches?changes=${id}`)
  const entered = page.getByRole('dialog', { name: 'Changes' }).getByText(/^New \(/)
  return { edit, changes: await checkOverlay(page, entered, check) }
}

async function checkSuppressionListOverlays(page: Page, check: PageCheck): Promise<FindingsByName> {
  await page.goto('/portal/settings/suppression-lists')
  await button(page, 'Upload a list').click()
  return { 'upload a list': await checkOverlay(page, dialog(page).getByText('File requirements'), check) }
}

/** Checks the overlays of the screens on which a consumer finds and works leads. */
export async function checkFinderOverlays(page: Page, url: string, check: PageCheck): Promise<FindingsByName> {
  const body = { email: 'consumer@dooryard.test', password: 'dooryard-demo' }
  const token = (await call(url, undefined, auth.login, { body })).accessToken
  const { items } = await call(url, token, savedSearches.list, { query: { limit: 2 } })
  const ids = items.map(({ id }) => id)
  const checkOpened = await openLeadFinder(page)
  return {
    ...(await checkOpened('Save search', dialog(page).getByLabel('Name'), check)),
    ...(await checkPipelineOverlays(page, ids, check)),
    ...(await checkSavedSearchOverlays(page, ids[0] ?? '', check)),
    ...(await checkSuppressionListOverlays(page, check)),
  }
}
