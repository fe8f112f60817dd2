import { afterAll, expect, test } from 'vitest'
import { actAsConsumer, banner } from './administrator.ts'
import { signIn, useBrowser } from './browser.ts'
import { findingsInBothThemes, overflow } from './findings.ts'
import { stands } from './still.ts'

const { open, troubles } = useBrowser()

const sizes = { desk: { width: 1440, height: 900 }, phone: { width: 390, height: 844 } }

// A call in progress when acting stops is refused.
afterAll(() => expect(troubles.filter((trouble) => !/status of 401/.test(trouble))).toEqual([]))

for (const [size, viewport] of Object.entries(sizes))
  test(`acting is stopped over the open palette on a ${size}`, async () => {
    const { page, context } = await open({ viewport })
    await signIn(page, 'admin')
    await actAsConsumer(page)
    await page.getByRole('heading', { level: 1, name: 'Welcome, Casey' }).waitFor()
    await page.keyboard.press('Control+K')
    const palette = page.getByRole('dialog', { name: 'Go to a screen, or do something' })
    await palette.getByRole('textbox').waitFor()
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
    await page.goto('/portal/users?order=asc')
    await page.getByRole('link', { name: 'Ada Placeholder', exact: true }).waitFor()
    expect(await findingsInBothThemes(page)).toEqual([])
    await actAsConsumer(page)
    await stands(page)
    expect(await findingsInBothThemes(page)).toEqual([])
    expect(await overflow(page)).toEqual([])
    await page.mouse.wheel(0, 2000)
    expect((await banner(page).boundingBox())?.y).toBe(0)
    await banner(page).getByRole('button', { name: 'Stop' }).click()
    await page.waitForURL('**/portal/users?search=consumer')
    await context.close()
  })
