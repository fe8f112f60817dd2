import { afterAll, expect, test } from 'vitest'
import { signIn, useBrowser } from '../support/browser.ts'
import { banner, impersonateConsumer } from '../support/impersonation.ts'
import { checkBothThemes, checkOverflow } from '../support/page-checks.ts'
import { waitUntilIdle } from '../support/page-idle.ts'

const { open, pageErrors } = useBrowser()

const sizes = { desktop: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }

// A call in progress when the impersonation stops is rejected.
afterAll(() => expect(pageErrors.filter((pageError) => !/status of 401/.test(pageError))).toEqual([]))

for (const [size, viewport] of Object.entries(sizes))
  test(`an impersonation is stopped over the open palette on a ${size}`, async () => {
    const { page, context } = await open({ viewport })
    await signIn(page, 'admin')
    await impersonateConsumer(page)
    await page.getByRole('heading', { level: 1, name: 'Welcome, Casey' }).waitFor()
    await page.keyboard.press('Control+K')
    const palette = page.getByRole('dialog', { name: 'Search or jump to' })
    await palette.getByRole('combobox').waitFor()
    const { y = 0, height = 0 } = (await banner(page).boundingBox()) ?? {}
    expect(height).toBeGreaterThan(0)
    expect((await palette.boundingBox())?.y).toBeGreaterThan(y + height)
    await banner(page).getByRole('button', { name: 'Stop' }).click()
    await page.waitForURL('**/portal/users?search=consumer')
    await palette.waitFor({ state: 'hidden' })
    await context.close()
  })

for (const [size, viewport] of Object.entries(sizes))
  test(`users and the banner on a ${size}`, async () => {
    const { page, context } = await open({ viewport })
    await signIn(page, 'admin')
    await page.goto('/portal/users?search=dooryard.test')
    await page.getByRole('link', { name: 'Ada Tarrowen', exact: true }).waitFor()
    expect(await checkBothThemes(page)).toEqual([])
    await impersonateConsumer(page)
    await waitUntilIdle(page)
    expect(await checkBothThemes(page)).toEqual([])
    expect(await checkOverflow(page)).toEqual([])
    await page.mouse.wheel(0, 2000)
    expect((await banner(page).boundingBox())?.y).toBe(0)
    await banner(page).getByRole('button', { name: 'Stop' }).click()
    await page.waitForURL('**/portal/users?search=consumer')
    await context.close()
  })
