import { account } from '@dooryard/contract/identity/account'
import { auth } from '@dooryard/contract/identity/auth'
import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { useBrowser } from '../support/browser.ts'
import { checkAccessibility } from '../support/page-checks.ts'
import { waitForPaint } from '../support/page-idle.ts'
import { call } from '../support/portal-process.ts'
import { createTestUser, password, signInAs, toast } from '../support/test-user.ts'

const { open, url } = useBrowser()

/** Opens a settings screen in a browser where a new account is signed in. */
async function openProfileSettings(options = {}) {
  const email = await createTestUser(url)
  const { page, context, pageErrors } = await open(options)
  await signInAs(page, email)
  await page.goto('/portal/settings/profile')
  return { email, page, context, pageErrors }
}

const accountButton = (page: Page, name: string) => page.getByRole('button', { name: `Account of ${name}` })

test('a changed name shows in the layout at once, and a reload keeps it', async () => {
  const { page, context, pageErrors } = await openProfileSettings()
  await expect.poll(() => page.title()).toBe('Dooryard | Profile')
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await page.getByLabel('First name').waitFor()
  expect(await save.isEnabled()).toBe(false)
  expect(await checkAccessibility(page)).toEqual([])

  await page.getByLabel('First name').fill('C')
  await page.getByLabel('Last name').focus()
  await page.getByText('First name must be at least 2 characters').waitFor()
  await page.getByLabel('First name').fill('Cassidy')
  await page.getByLabel('City').fill('Nashville')
  await save.click()
  await page.getByText('Profile saved').waitFor()
  await accountButton(page, 'Cassidy Morvane').waitFor()
  expect(await save.isEnabled()).toBe(false)

  await page.reload()
  await accountButton(page, 'Cassidy Morvane').waitFor()
  await expect.poll(() => page.getByLabel('City').inputValue()).toBe('Nashville')
  expect(pageErrors).toEqual([])
  await context.close()
})

test('a save merges what another device has changed in the meantime', async () => {
  const { email, page, context } = await openProfileSettings()
  await page.getByLabel('Company').fill('Example Outreach')
  const { accessToken } = await call(url, undefined, auth.login, { body: { email, password } })
  await call(url, accessToken, account.change, { body: { phone: '615-555-0199' } })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Profile saved').waitFor()
  await expect.poll(() => page.getByLabel('Phone').inputValue()).toBe('615-555-0199')
  expect(await page.getByText('Unsaved changes').count()).toBe(0)
  await context.close()
})

test('of several invalid fields the first on the screen gets the focus', async () => {
  const { page, context } = await openProfileSettings()
  await page.getByLabel('Phone').fill('1')
  await page.getByLabel('Last name').fill('T')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Phone number must be at least 6 characters').waitFor()
  await expect.poll(() => page.evaluate('document.activeElement.dataset.path')).toBe('lastName')
  await context.close()
})

test.each([
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
])('a toast does not cover the buttons of the bar on a screen of $width pixels', async (viewport) => {
  const { page, context } = await openProfileSettings({ viewport })
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await page.getByLabel('Company').fill('Example Outreach')
  await save.click()
  // It stays as long as the mouse is over it.
  await toast(page, 'Profile saved').hover()
  await page.getByLabel('Company').fill('Example Mail')
  for (const end of [0, 9999]) {
    await page.evaluate(`scrollTo(0, ${end})`)
    const [bar, message] = [await save.boundingBox(), await toast(page, 'Profile saved').boundingBox()]
    if (!bar || !message) throw new Error('There is no bar or no message')
    expect(message.y + message.height).toBeLessThan(bar.y)
  }
  await context.close()
})

test('leaving a changed profile asks for confirmation, and staying keeps the input', async () => {
  const { page, context } = await openProfileSettings({ viewport: { width: 390, height: 844 } })
  await page.getByLabel('Company').fill('Example Outreach')
  const account = page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Account' })
  await account.click()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Stay' }).last().click()
  await question.waitFor({ state: 'hidden' })
  expect(await page.getByLabel('Company').inputValue()).toBe('Example Outreach')
  await account.click()
  await question.getByRole('button', { name: 'Leave' }).click()
  await page.waitForURL(/\/portal\/settings\/account$/)
  // The URL changes before the screen.
  await page.getByRole('button', { name: 'Close account' }).waitFor()
  await page.goBack()
  await expect.poll(() => page.getByLabel('Company').inputValue()).toBe('')
  await context.close()
})

/** A picture 400 pixels high, red on the left and blue on the right. */
async function createTwoColorPicture(context: BrowserContext, width = 800): Promise<Buffer> {
  const sheet = await context.newPage()
  await sheet.setContent('<body style="background: linear-gradient(90deg, #f00 50%, #00f 50%)">')
  const picture = await sheet.screenshot({ type: 'jpeg', clip: { x: 0, y: 0, width, height: 400 } })
  await sheet.close()
  return picture
}

/** The number of pixels of a picture that are more blue than red. */
const countBluePixels = (page: Page, address: string): Promise<number> =>
  page.evaluate(`(async () => {
    const image = new Image()
    image.src = ${JSON.stringify(address)}
    await image.decode()
    const canvas = new OffscreenCanvas(image.naturalWidth, image.naturalHeight)
    const pen = canvas.getContext('2d')
    pen.drawImage(image, 0, 0)
    const { data } = pen.getImageData(0, 0, canvas.width, canvas.height)
    return data.filter((value, at) => at % 4 === 2 && value > data[at - 2]).length
  })()`)

test('a picture is cropped by keyboard, shows wherever its user does, and is removed again', async () => {
  const { page, context, pageErrors } = await openProfileSettings({ viewport: { width: 800, height: 700 } })
  const choose = (name: string, mimeType: string, buffer: Buffer) =>
    page.getByLabel('Picture file').setInputFiles({ name, mimeType, buffer })

  await choose('drawing.svg', 'image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
  await page.getByText('Choose a JPEG, PNG or WebP picture.').waitFor()
  await choose('notes.png', 'image/png', Buffer.from('no picture at all'))
  await page.getByText('This file could not be opened as a picture.').waitFor()
  await choose('line.jpg', 'image/jpeg', await createTwoColorPicture(context, 1))
  await page.getByText('This picture is 1 by 400 pixels. Each side needs at least 64.').waitFor()

  const dialog = page.getByRole('dialog', { name: 'Crop photo' })
  const picture = accountButton(page, 'Casey Morvane').locator('img')
  const cropped = async (move: () => Promise<void>) => {
    await choose('me.jpg', 'image/jpeg', await createTwoColorPicture(context))
    await dialog.getByRole('group', { name: /^Crop area/ }).focus()
    await move()
    const before = (await picture.count()) > 0 ? await picture.getAttribute('src') : null
    await dialog.getByRole('button', { name: 'Save picture' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await picture.waitFor({ state: 'attached' })
    await expect.poll(() => picture.getAttribute('src')).not.toBe(before)
    return (await picture.getAttribute('src')) ?? ''
  }
  // While a dialog fades in, its text has too little contrast.
  const middle = await cropped(() => expect.poll(() => checkAccessibility(page)).toEqual([]))
  expect(middle).toMatch(/^\/v1\/pictures\/[0-9a-f]{32}\.webp$/)
  expect(await countBluePixels(page, middle)).toBeGreaterThan(0)
  const left = await cropped(async () => {
    const square = dialog.getByRole('group', { name: /^Crop area/ })
    const { x = 0, height = 0 } = (await square.boundingBox()) ?? {}
    await dialog.getByRole('button', { name: 'Save picture' }).focus()
    // Dragged by its edge it stays in place, and the keys continue to move it.
    await square.click({ position: { x: 6, y: height / 2 } })
    await waitForPaint(page)
    expect((await square.boundingBox())?.x).toBeCloseTo(x, -1)
    for (let presses = 0; presses < 40; presses++) await page.keyboard.press('Control+ArrowLeft')
  })
  expect(await countBluePixels(page, left)).toBe(0)
  expect((await fetch(url + middle)).status).toBe(404)

  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByText('Photo removed').waitFor()
  await picture.waitFor({ state: 'detached' })
  expect((await fetch(url + left)).status).toBe(404)
  expect(pageErrors).toEqual([])
  await context.close()
})
