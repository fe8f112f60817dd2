import { properties } from '@dooryard/contract/properties/properties'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
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

/** A property with an address and an owner that can be typed. */
async function findProperty() {
  const token = await getToken(url, demoAccount('admin'))
  const body = { criteria: { location: { states: ['TN'] } }, limit: 20 }
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

test('an administrator finds a property by its address or its owner, and sees both', async () => {
  const page = await openProperty('admin')
  const [firstName = ''] = property.ownerName.split(' ')
  await page.getByText(new RegExp(firstName, 'i')).first().waitFor()
  await page.keyboard.press('Control+K')
  await palette(page).getByRole('combobox').fill(property.ownerName)
  await options(page, 'Owners').first().waitFor()
})

test('an enterprise user finds a property by its address, and sees it with its owner masked', async () => {
  const page = await openProperty('enterprise')
  await page.getByRole('button', { name: /^Reveal owner/ }).waitFor()
})
