import { auth } from '@dooryard/contract/auth'
import { savedSearches } from '@dooryard/contract/saved-searches'
import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { button, dialog } from './buyer.ts'
import { type Finding, findings } from './findings.ts'
import { call } from './portal-process.ts'

type Found = Record<string, Finding[]>

/** Waits until nothing of a screen is on its way or dimmed, which is no contrast to judge. */
async function stands(page: Page) {
  await page.waitForLoadState('networkidle')
  await expect.poll(() => page.locator('[data-stale], [aria-busy=true], .mantine-Skeleton-root').count()).toBe(0)
}

/** Looks at a screen with something open over it, also whether that makes it wider than it is. */
async function lookAt(page: Page, shown: Locator): Promise<Finding[]> {
  await shown.waitFor()
  await stands(page)
  await page.evaluate('scrollTo(0, 0)')
  const root = 'document.documentElement'
  const overflow = await page.evaluate<number>(`${root}.scrollWidth - ${root}.clientWidth`)
  const wide = overflow > 0 ? [{ id: 'overflow', target: `${overflow} px` }] : []
  return [...wide, ...(await findings(page))]
}

async function close(page: Page, shown: Locator) {
  await page.keyboard.press('Escape')
  await shown.waitFor({ state: 'hidden' })
}

async function openLeadFinder(page: Page, size: string): Promise<Found> {
  const found: Found = {}
  const criteria = encodeURIComponent(JSON.stringify({ location: { states: ['TN'] } }))
  await page.goto(`/portal/lead-finder?view=table&criteria=${criteria}`)
  await stands(page)
  const look = async (opener: string | RegExp, shown: Locator) => {
    await button(page, opener).first().click()
    found[`lead finder: ${opener}`] = await lookAt(page, shown)
    await close(page, shown)
  }
  await look('Save search', dialog(page).getByLabel('Name'))
  if (size === 'phone') await look(/^Filters/, dialog(page).getByRole('combobox').first())
  else {
    await look('Columns', page.getByRole('dialog', { name: 'Columns' }))
    await look('Keyboard shortcuts', page.getByRole('dialog', { name: 'Keyboard shortcuts' }))
  }
  return found
}

async function openPipeline(page: Page, ids: string[]): Promise<Found> {
  const found: Found = {}
  await page.goto('/portal/pipeline-builder')
  await button(page, 'Use this: Inherited homes').click()
  found['template'] = await lookAt(page, dialog(page).getByLabel('Name'))
  await close(page, dialog(page))
  await page.goto(`/portal/pipeline-builder?searches=${encodeURIComponent(JSON.stringify(ids))}&atLeast=2`)
  found['flow'] = await lookAt(
    page,
    page
      .getByRole('region', { name: /Ready$/ })
      .locator('visible=true')
      .first(),
  )
  await page.goto('/portal/pipeline-builder?tab=board')
  const menu = page.getByRole('menu', { name: 'Move to' })
  await button(page, /^Move .* to another stage$/)
    .first()
    .click()
  found['move'] = await lookAt(page, menu)
  await close(page, menu)
  const drawer = page.getByRole('dialog', { name: 'Lead' })
  await page.getByRole('article').first().getByRole('link').first().click()
  found['lead'] = await lookAt(page, drawer.getByLabel('Add a note'))
  return found
}

async function openSavedSearches(page: Page, id: string): Promise<Found> {
  await page.goto('/portal/settings/saved-searches')
  await button(page, /^Edit /)
    .first()
    .click()
  const edit = await lookAt(page, dialog(page).getByLabel('Name'))
  await close(page, dialog(page))
  await page.goto(`/portal/settings/saved-searches?changes=${id}`)
  return { edit, changes: await lookAt(page, page.getByRole('dialog', { name: 'Changes' }).getByText(/^Entered/)) }
}

/** What opens over the screens on which a consumer finds leads and works through them. */
export async function openFinders(page: Page, url: string, size: string): Promise<Found> {
  const body = { email: 'consumer@dooryard.test', password: 'dooryard-demo' }
  const token = (await call(url, undefined, auth.login, { body })).accessToken
  const { items } = await call(url, token, savedSearches.list, { query: { limit: 2 } })
  const ids = items.map(({ id }) => id)
  return {
    ...(await openLeadFinder(page, size)),
    ...(await openPipeline(page, ids)),
    ...(await openSavedSearches(page, ids[0] ?? '')),
  }
}
