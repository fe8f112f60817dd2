import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { useBrowser } from '../../support/browser.ts'
import { button } from '../../support/buyer.ts'
import { createFundedUser } from '../../support/funded-user.ts'
import { checkBothThemes } from '../../support/page-checks.ts'
import { withDatabase } from '../../support/portal-database.ts'
import { toast } from '../../support/test-user.ts'
import { usePages } from '../../support/use-pages.ts'
import { longOwned } from '../pipeline.ts'

const browser = useBrowser()
const { pageErrors, url } = browser
const newPage = usePages(browser)
afterAll(() => expect(pageErrors).toEqual([]))

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Add task' })
const tasks = (page: Page, group: string) =>
  page.getByRole('region', { name: group, exact: true }).getByRole('listitem')

/** As if the county had set twice the value since the delivery. */
const halveKnownValues = (orderId: string, leads: number) =>
  withDatabase((client) =>
    client.query(
      `update order_leads set lead = lead || jsonb_build_object('marketValue', (lead ->> 'marketValue')::int / 2)
       where order_id = $1 and property_id in (select property_id from order_leads
         where order_id = $1 and (lead ->> 'marketValue')::int > 0 order by rank limit $2)`,
      [orderId, leads],
    ),
  )

test('a next action set by keyboard on the board is worked off on Today by keyboard', async () => {
  const owner = await createFundedUser(url)
  const orderId = await owner.order('To call', longOwned, 50)
  const page = await newPage({ viewport: { width: 1440, height: 900 } })
  await owner.signIn(page)
  await page.goto('/portal/pipeline-builder?tab=board')
  const cards = page.getByRole('region', { name: 'New', exact: true }).getByRole('article')
  const card = page.locator(`[data-card="${await cards.first().getAttribute('data-card')}"]`)
  await card.focus()
  await page.keyboard.press('n')
  await button(dialog(page), 'Call').click()
  await button(dialog(page), 'Today').click()
  await button(dialog(page), 'Add task').dblclick()
  await dialog(page).waitFor({ state: 'hidden' })
  await expect.poll(() => card.textContent()).toMatch(/Call\s*Today/)

  for (const at of [1, 2, 3]) await cards.nth(at).getByRole('checkbox').click()
  await button(page.getByRole('region', { name: 'Selected leads' }), 'Add task').click()
  await dialog(page).getByLabel('Task', { exact: true }).fill('Drive by')
  await button(dialog(page), 'Today').click()
  await button(dialog(page), 'Add task').click()
  await toast(page, '3 tasks added').waitFor()
  await page.getByLabel('Next action', { exact: true }).selectOption('Due today')
  await expect.poll(() => cards.count()).toBe(4)
  await card.getByRole('link').first().click()
  const drawer = page.getByRole('dialog', { name: 'Lead' })
  await drawer.getByRole('list', { name: 'Tasks' }).getByText('Call').waitFor()
  await page.keyboard.press('Escape')

  await halveKnownValues(orderId, 6)
  await page.goto('/portal/today')
  await expect.poll(() => tasks(page, 'Today').count()).toBe(4)
  await expect.poll(() => tasks(page, 'Value changed').count()).toBe(5)
  expect(await tasks(page, 'Value changed').first().textContent()).toMatch(
    /New · .*value, 20\d\d.*From \$.+ to \$.+Up 100%/,
  )
  expect(await checkBothThemes(page)).toEqual([])
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  await toast(page, 'Done: Drive by').waitFor()
  await expect.poll(() => tasks(page, 'Today').count()).toBe(3)
  await page.keyboard.press('s')
  await expect.poll(() => tasks(page, 'Upcoming').count()).toBe(1)
  await expect.poll(() => tasks(page, 'Today').count()).toBe(2)
  await page.getByText(/due Tomorrow/).waitFor()
  await button(page, 'Undo').last().click()
  await expect.poll(() => tasks(page, 'Today').count()).toBe(3)
  await page.reload()
  await expect.poll(() => tasks(page, 'Today').count()).toBe(3)
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Lead' }).waitFor()

  await page.goBack()
  await button(page, 'Show all 6').press('Enter')
  await expect.poll(() => tasks(page, 'Value changed').count()).toBe(6)
  await page.keyboard.press('Enter')
  await drawer
    .getByRole('term')
    .filter({ hasText: /^Property$/ })
    .locator('..')
    .getByRole('link')
    .click()
  await page.getByText(/^\$[\d,]+ at delivery, now \$[\d,]+$/).waitFor()
})
