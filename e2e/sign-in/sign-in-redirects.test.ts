import { afterAll, expect, test } from 'vitest'
import { useBrowser } from '../support/browser.ts'
import { waitForPortal } from '../support/test-user.ts'

const { open, pageErrors, url } = useBrowser()
afterAll(() => expect(pageErrors).toEqual([]))

const attacks = ['//evil', '/\\evil', '/%09/evil', 'https:evil', '//evil/portal', '/\\evil/portal', '/%09/evil/portal']

test.each(attacks)('redirect=%s stays on site', async (attack) => {
  // Decoded, it is another site to a browser.
  expect(new URL(decodeURIComponent(attack), url).origin).not.toBe(url)
  const { page, context } = await open()
  const left: string[] = []
  page.on('request', (request) => request.url().startsWith(url) || left.push(request.url()))
  await page.goto(`/login?redirect=${encodeURIComponent(attack)}`)
  await page.getByRole('button', { name: /^Superadmin/ }).click()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await waitForPortal(page)
  expect(page.url()).toBe(`${url}/portal`)
  // With a session, the login screen redirects by itself. Here the address is as a user would type it.
  await page.goto(`/login?redirect=${attack}`)
  await waitForPortal(page)
  expect(new URL(page.url()).origin).toBe(url)
  expect(left).toEqual([])
  await context.close()
})

test('a redirect within the site is followed', async () => {
  const { page, context } = await open()
  await page.goto('/login?redirect=%2Fportal%2Flead-finder')
  await page.getByRole('button', { name: /^Consumer/ }).click()
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((at) => at.pathname === '/portal/lead-finder')
  await context.close()
})
