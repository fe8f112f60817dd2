import { about } from '@dooryard/contract/about'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { signIn, useBrowser } from './browser.ts'
import { findingsInBothThemes, overflow } from './findings.ts'
import { newPerson } from './person.ts'

const { open, troubles, url } = useBrowser()
afterAll(() => expect(troubles).toEqual([]))

const sizes = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }

/** A demo as its screens see it that other machines reach. */
async function opened(viewport = sizes.desk) {
  const { page, context } = await open({ viewport })
  const json = { isDemo: true, hasOutbox: true, isExposed: true, mapStyleUrl: null }
  await page.route(`**${about.get.path}`, (route) => route.fulfill({ json }))
  return { page, context }
}

const looksRight = async (page: Page) => {
  expect(await findingsInBothThemes(page)).toEqual([])
  expect(await overflow(page)).toEqual([])
}

describe.each(Object.entries(sizes))('a demo that other machines reach, on a %s,', (_, viewport) => {
  test('warns whoever signs in, and sends nobody to the outbox', async () => {
    const { page, context } = await opened(viewport)
    await page.goto('/login')
    await page.getByText('Anybody can sign in with these accounts and see what you enter.').waitFor()
    await page.getByText('This portal sends no mail. Ask its administrator for a code.').waitFor()
    expect(await page.getByRole('link', { name: 'Open the outbox' }).count()).toBe(0)
    await looksRight(page)
    await page.goto('/dev/outbox')
    await page.getByText('The outbox is for administrators').waitFor()
    await looksRight(page)
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.waitForURL((at) => at.searchParams.get('redirect') === '/dev/outbox')
    await context.close()
  })

  test('tells its administrators what is open, and shows them the mails', async () => {
    const email = await newPerson(url)
    const { page, context } = await opened(viewport)
    await signIn(page, 'admin')
    await page.goto('/portal/operations')
    const banner = page.getByRole('region', { name: 'Public demo' })
    await banner.getByText('anybody can sign in with the demo accounts').waitFor()
    await banner.getByText('DEMO=off').waitFor()
    await page.getByRole('heading', { level: 1, name: 'Operations' }).waitFor()
    await looksRight(page)
    await banner.getByRole('link', { name: 'read the outbox' }).click()
    await page.getByText('are here for administrators').waitFor()
    await page.getByLabel('Recipient').fill(email)
    await page.getByRole('article', { name: /is your Dooryard code/ }).waitFor()
    await context.close()
  })
})

test('nobody but administrators sees the banner, and they see none where this machine alone reaches the demo', async () => {
  const { page, context } = await opened()
  await signIn(page, 'consumer')
  await page.goto('/portal')
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.getByRole('region', { name: 'Public demo' }).count()).toBe(0)
  await page.unroute(`**${about.get.path}`)
  await signIn(page, 'admin')
  const answered = page.waitForResponse((response) => response.url().endsWith(about.get.path))
  await page.goto('/portal')
  await answered
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await page.getByRole('region', { name: 'Public demo' }).count()).toBe(0)
  await context.close()
})
