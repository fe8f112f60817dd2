import { about } from '@dooryard/contract/about'
import type { Page } from 'playwright-core'
import { afterAll, describe, expect, test } from 'vitest'
import { signIn, useBrowser } from '../support/browser.ts'
import { checkBothThemes, checkOverflow } from '../support/page-checks.ts'
import { createTestUser } from '../support/test-user.ts'

const { open, pageErrors, url } = useBrowser()
afterAll(() => expect(pageErrors).toEqual([]))

const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }

/** Opens a demo whose screens believe that other machines can reach it. */
async function openSignIn(viewport = sizes.desktop) {
  const { page, context } = await open({ viewport })
  const json = { isDemo: true, hasOutbox: true, isExposed: true, mapStyleUrl: null, sentryDsn: null }
  await page.route(`**${about.get.path}`, (route) => route.fulfill({ json }))
  return { page, context }
}

const expectNoFindings = async (page: Page) => {
  expect(await checkBothThemes(page)).toEqual([])
  expect(await checkOverflow(page)).toEqual([])
}

describe.each(Object.entries(sizes))('a demo that other machines can reach, on a %s,', (_, viewport) => {
  test('warns users who sign in, and links nobody to the outbox', async () => {
    const { page, context } = await openSignIn(viewport)
    await page.goto('/login')
    await page.getByText('Anyone can sign in with these accounts and see what you enter.').waitFor()
    await page.getByText('Demo: emails are not sent. Ask the administrator for a code.').waitFor()
    expect(await page.getByRole('link', { name: 'Open the outbox' }).count()).toBe(0)
    await expectNoFindings(page)
    await page.goto('/dev/outbox')
    await page.getByText('The outbox is for administrators').waitFor()
    await expectNoFindings(page)
    await page.getByRole('link', { name: 'Sign in' }).click()
    await page.waitForURL((at) => at.searchParams.get('redirect') === '/dev/outbox')
    await context.close()
  })

  test('shows its administrators the security warnings and the mails', async () => {
    const email = await createTestUser(url)
    const { page, context } = await openSignIn(viewport)
    await signIn(page, 'admin')
    await page.goto('/portal/operations')
    const banner = page.getByRole('region', { name: 'Public demo' })
    await banner.getByText('anyone can sign in with the demo accounts').waitFor()
    await banner.getByText('DEMO=off').waitFor()
    await page.getByRole('heading', { level: 1, name: 'Operations' }).waitFor()
    await expectNoFindings(page)
    await banner.getByRole('link', { name: 'read the outbox' }).click()
    await page.getByText('The last 50 are shown to administrators').waitFor()
    await page.getByLabel('Recipient').fill(email)
    await page.getByRole('article', { name: /is your Dooryard code/ }).waitFor()
    await context.close()
  })
})

test('only administrators see the banner, and only if other machines can reach the demo', async () => {
  const { page, context } = await openSignIn()
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
