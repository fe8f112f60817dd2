import { leadBoard } from '@dooryard/contract/orders/lead-board'
import { properties } from '@dooryard/contract/properties/properties'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { createOrderedCampaign } from '../screens/sample-orders.ts'
import { type Role, signIn, useBrowser } from '../support/browser.ts'
import { demoAccount, getToken } from '../support/funded-user.ts'
import { call } from '../support/portal-process.ts'
import { usePages } from '../support/use-pages.ts'

const browser = useBrowser()
const { pageErrors, url } = browser
const newPage = usePages(browser)
afterAll(() => expect(pageErrors).toEqual([]))

const palette = (page: Page) => page.getByRole('dialog', { name: 'Search or jump to' })
const options = (page: Page, group: string) => palette(page).getByRole('group', { name: group }).getByRole('option')

/** A property with an address and an owner that can be typed; none of the absentee owners who are ordered. */
async function findProperty() {
  const token = await getToken(url, demoAccount('admin'))
  const body = {
    criteria: { location: { states: ['TN'] }, owner: { occupancies: ['OWNER_OCCUPIED' as const] } },
    limit: 20,
  }
  const { items } = await call(url, token, properties.search, { body })
  const found = items.find(
    ({ address, ownerName }) => /^\d+ \S/.test(address ?? '') && /^[A-Z ]+$/.test(ownerName ?? ''),
  )
  if (!found) throw new Error('no property has an address and an owner')
  return { ...found, address: found.address ?? '', ownerName: found.ownerName ?? '' }
}

const property = await findProperty()

/** Opens the property from the palette by its address. */
async function openProperty(role: Role) {
  const page = await newPage()
  await signIn(page, role)
  await page.goto('/portal/settings/account')
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.keyboard.press('Control+K')
  await palette(page).getByRole('combobox').fill(property.address)
  await options(page, 'Properties').filter({ hasText: property.apn }).click()
  await page.waitForURL((at) => at.pathname === `/portal/properties/${property.propertyId}`)
  await page.getByRole('heading', { name: 'Owner', exact: true }).waitFor()
  return page
}

const ownerGroup = (page: Page) =>
  page
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: 'Owner', exact: true }) })
    .last()

test('an administrator finds a property by its address or its owner, and sees both', async () => {
  const page = await openProperty('admin')
  await ownerGroup(page)
    .getByText(new RegExp(`^${property.ownerName}(,|$)`, 'i'))
    .waitFor()
  expect(await page.getByRole('button', { name: /^Reveal owner/ }).count()).toBe(0)
  expect((await page.title()).toUpperCase()).toContain(property.address)
  await page.keyboard.press('Control+K')
  await palette(page).getByRole('combobox').fill(property.ownerName)
  await options(page, 'Owners').filter({ hasText: property.address }).waitFor()
})

test('an enterprise user finds a property by its address, and sees it with its owner masked', async () => {
  const page = await openProperty('enterprise')
  await page.getByRole('button', { name: /^Reveal owner/ }).waitFor()
})

test('an enterprise user finds a purchased lead by its owner, and sees its number and its order', async () => {
  const { detail } = await createOrderedCampaign(url, 'CALL_READY')
  const token = await getToken(url, demoAccount('enterprise'))
  const { items } = await call(url, token, leadBoard.list, { query: { limit: 100 } })
  const lead = items.find(({ contacts }) => contacts?.some(({ type, scrub }) => type === 'PHONE' && scrub === 'CLEAN'))
  const phone = lead?.contacts?.find(({ type, scrub }) => type === 'PHONE' && scrub === 'CLEAN')
  const page = await newPage()
  await signIn(page, 'enterprise')
  await page.goto('/portal/settings/account')
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.keyboard.press('Control+K')
  await palette(page)
    .getByRole('combobox')
    .fill(lead?.ownerName ?? '')
  await options(page, 'Leads')
    .filter({ hasText: lead?.address ?? '' })
    .click()
  const purchased = page.getByRole('region', { name: 'Purchased lead' })
  await purchased.locator(`a[href="tel:+1${phone?.value}"]`).waitFor()
  await purchased.getByRole('link', { name: 'Open the order' }).click()
  await page.waitForURL((at) => at.pathname === detail)
})
