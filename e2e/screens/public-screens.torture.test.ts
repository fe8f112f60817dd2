import { expect, test } from 'vitest'
import { useBrowser } from '../support/browser.ts'
import { waitUntilIdle } from '../support/page-idle.ts'
import { newDataFolder, removeDataFolder, startPortal } from '../support/portal-process.ts'

const { open } = useBrowser()

test('a portal without the demo shows neither demo accounts nor an outbox', async () => {
  const folder = await newDataFolder()
  const portal = await startPortal(folder, { DEMO: 'off' })
  const { page, context } = await open({ baseURL: portal.url })
  await page.goto('/login')
  await page.getByRole('heading', { level: 1, name: 'Sign in to Dooryard' }).waitFor()
  await waitUntilIdle(page)
  expect(await page.getByText('Try the demo').count()).toBe(0)
  expect(await page.getByRole('link', { name: 'Open the outbox' }).count()).toBe(0)
  await page.goto('/dev/outbox')
  await page.getByText('Page Not Found').waitFor()
  await context.close()
  await portal.kill('SIGTERM')
  await removeDataFolder(folder)
})
