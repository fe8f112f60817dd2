import { afterAll, expect, test } from 'vitest'
import { signIn, useBrowser } from '../support/browser.ts'

const { open, pageErrors } = useBrowser()
afterAll(() => expect(pageErrors).toEqual([]))

test('users are filtered by role and sorted in the URL, and administrators cannot be impersonated', async () => {
  const { page, context } = await open()
  await signIn(page, 'admin')
  // Oldest first: other tests add users. The customers of the demo's affiliate are older still.
  await page.goto('/portal/users?order=asc&limit=50')
  await page.getByRole('link', { name: 'Ada Tarrowen', exact: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Impersonate Ada Tarrowen' }).count()).toBe(0)
  await page.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: 'Super Admin' }).click()
  await page.getByRole('option', { name: 'Affiliate User' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Name', exact: true }).click()
  await page.waitForURL(/[?&]sort=name/)
  const { searchParams } = new URL(page.url())
  expect(JSON.parse(searchParams.get('roles') ?? '')).toEqual(['SUPER_ADMIN', 'AFFILIATE_USER'])
  expect(searchParams.get('order')).toBe('asc')
  // Until the response arrives, the list stays as it was.
  await expect.poll(() => page.getByText('Casey Morvane').count()).toBe(0)
  await page.reload()
  await page.getByText('Alex Brandevin').waitFor()
  expect(await page.getByText('Casey Morvane').count()).toBe(0)
  await context.close()
})
