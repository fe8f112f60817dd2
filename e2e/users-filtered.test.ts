import { afterAll, expect, test } from 'vitest'
import { signIn, useBrowser } from './browser.ts'

const { open, troubles } = useBrowser()
afterAll(() => expect(troubles).toEqual([]))

test('users are filtered by role and sorted in the address, and nobody acts as an administrator', async () => {
  const { page, context } = await open()
  await signIn(page, 'admin')
  // The oldest first: other tests add people.
  await page.goto('/portal/users?order=asc')
  await page.getByRole('link', { name: 'Ada Placeholder', exact: true }).waitFor()
  expect(await page.getByRole('button', { name: 'Act as Ada Placeholder…' }).count()).toBe(0)
  await page.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: 'Super Admin' }).click()
  await page.getByRole('option', { name: 'Affiliate User' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Name', exact: true }).click()
  await page.waitForURL(/[?&]sort=name/)
  const { searchParams } = new URL(page.url())
  expect(JSON.parse(searchParams.get('roles') ?? '')).toEqual(['SUPER_ADMIN', 'AFFILIATE_USER'])
  expect(searchParams.get('order')).toBe('asc')
  // Until there is an answer the list stays as it was.
  await expect.poll(() => page.getByText('Casey Testwell').count()).toBe(0)
  await page.reload()
  await page.getByText('Alex Mockford').waitFor()
  expect(await page.getByText('Casey Testwell').count()).toBe(0)
  await context.close()
})
