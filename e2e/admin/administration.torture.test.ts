import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { signIn, useBrowser } from '../support/browser.ts'
import { button, dialog } from '../support/buyer.ts'
import { createFundedConsumer, criteria, newId } from '../support/impersonation.ts'
import { toast } from '../support/test-user.ts'

const { open, pageErrors, url } = useBrowser()
afterAll(() => expect(pageErrors).toEqual([]))

const row = (page: Page, name: string | RegExp) => page.getByRole('row', { name })

test('the actions of an impersonation carry the administrator’s name, from the reason to the end', async () => {
  const id = newId()
  const reason = `Asked by phone to name a search ${id}`
  const customer = await createFundedConsumer(url)
  await customer.save(`Wrong ${id}`, criteria)
  const { page: owner } = await open()
  await customer.signIn(owner)
  const { page } = await open()
  await signIn(page, 'admin')
  await page.goto('/portal/users')
  await page.getByRole('searchbox').fill(customer.email)
  await page.getByText('Showing 1 to 1 of 1 results').waitFor()
  await button(page, 'Impersonate Casey Morvane').click()
  await dialog(page).getByLabel('Reason').fill(reason)
  await dialog(page).getByRole('button', { name: 'Impersonate Casey' }).click()
  const banner = page.getByRole('region', { name: 'Impersonation' })
  await banner.getByText('Impersonating Casey Morvane (Consumer User)').waitFor()

  await page.goto('/portal/settings/saved-searches')
  await button(page, `Edit Wrong ${id}`).click()
  await dialog(page).getByLabel('Name').fill(`Right ${id}`)
  await button(page, 'Save').click()
  await toast(page, `“Right ${id}” saved`).waitFor()
  await owner.goto('/portal/settings/saved-searches')
  await row(owner, new RegExp(`Right ${id}`)).waitFor()

  await banner.getByRole('button', { name: 'Stop' }).click()
  await page.waitForURL((at) => at.pathname === '/portal/users')
  await button(page, 'Account of Ada Tarrowen').waitFor()
  expect(await banner.count()).toBe(0)

  await page.goto(`/portal/audit-log?actor=${customer.id}`)
  const adminOrder = (what: string) =>
    row(page, new RegExp(what))
      .filter({ hasText: 'admin@dooryard.test' })
      .filter({ hasText: `as ${customer.email}` })
  await adminOrder('Impersonation started').getByText(reason).waitFor()
  await adminOrder('Change requested while impersonating').first().waitFor()
  await adminOrder('Impersonation ended').waitFor()
})
