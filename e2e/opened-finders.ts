import { auth } from '@dooryard/contract/auth'
import { savedSearches } from '@dooryard/contract/saved-searches'
import type { Locator, Page } from 'playwright-core'
import { button, dialog } from './buyer.ts'
import { type Finding, type Look, overflow } from './findings.ts'
import type { Found } from './opened.ts'
import { call } from './portal-process.ts'
import { stands } from './still.ts'

/** Looks at a screen with something open over it, also whether that makes it wider than it is. */
async function lookAt(page: Page, shown: Locator, check: Look): Promise<Finding[]> {
  await shown.waitFor()
  await stands(page)
  await page.evaluate('scrollTo(0, 0)')
  return [...(await overflow(page)), ...(await check(page))]
}

async function close(page: Page, shown: Locator) {
  await page.keyboard.press('Escape')
  await shown.waitFor({ state: 'hidden' })
}

async function openLeadFinder(page: Page) {
  const criteria = encodeURIComponent(JSON.stringify({ location: { states: ['TN'] } }))
  await page.goto(`/portal/lead-finder?view=table&criteria=${criteria}`)
  await stands(page)
  return async (opener: string | RegExp, shown: Locator, check: Look): Promise<Found> => {
    await button(page, opener).first().click()
    const found = await lookAt(page, shown, check)
    await close(page, shown)
    return { [`lead finder: ${opener}`]: found }
  }
}

/** What opens over the lead finder where there is room for it. */
export async function openTools(page: Page, check: Look): Promise<Found> {
  const look = await openLeadFinder(page)
  return {
    ...(await look('Columns', page.getByRole('dialog', { name: 'Columns' }), check)),
    ...(await look('Keyboard shortcuts', page.getByRole('dialog', { name: 'Keyboard shortcuts' }), check)),
  }
}

/** What opens over the lead finder on a phone alone. */
export async function openFilters(page: Page, check: Look): Promise<Found> {
  const look = await openLeadFinder(page)
  return look(/^Filters/, dialog(page).getByRole('combobox').first(), check)
}

async function openPipeline(page: Page, ids: string[], check: Look): Promise<Found> {
  const found: Found = {}
  await page.goto('/portal/pipeline-builder')
  await button(page, 'Use this: Inherited homes').click()
  found['template'] = await lookAt(page, dialog(page).getByLabel('Name'), check)
  await close(page, dialog(page))
  await page.goto(`/portal/pipeline-builder?searches=${encodeURIComponent(JSON.stringify(ids))}&atLeast=2`)
  found['flow'] = await lookAt(
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
  found['move'] = await lookAt(page, menu, check)
  await close(page, menu)
  const drawer = page.getByRole('dialog', { name: 'Lead' })
  await page.getByRole('article').first().getByRole('link').first().click()
  found['lead'] = await lookAt(page, drawer.getByLabel('Add a note'), check)
  return found
}

async function openSavedSearches(page: Page, id: string, check: Look): Promise<Found> {
  await page.goto('/portal/settings/saved-searches')
  await button(page, /^Edit /)
    .first()
    .click()
  const edit = await lookAt(page, dialog(page).getByLabel('Name'), check)
  await close(page, dialog(page))
  await page.goto(`/portal/settings/saved-searches?changes=${id}`)
  const entered = page.getByRole('dialog', { name: 'Changes' }).getByText(/^Entered/)
  return { edit, changes: await lookAt(page, entered, check) }
}

/** What opens over the screens on which a consumer finds leads and works through them. */
export async function openFinders(page: Page, url: string, check: Look): Promise<Found> {
  const body = { email: 'consumer@dooryard.test', password: 'dooryard-demo' }
  const token = (await call(url, undefined, auth.login, { body })).accessToken
  const { items } = await call(url, token, savedSearches.list, { query: { limit: 2 } })
  const ids = items.map(({ id }) => id)
  const look = await openLeadFinder(page)
  return {
    ...(await look('Save search', dialog(page).getByLabel('Name'), check)),
    ...(await openPipeline(page, ids, check)),
    ...(await openSavedSearches(page, ids[0] ?? '', check)),
  }
}
