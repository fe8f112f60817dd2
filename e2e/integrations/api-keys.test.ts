import { enterprise } from '@dooryard/contract/orders/enterprise'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { signIn, useBrowser } from '../support/browser.ts'
import { button, dialog } from '../support/buyer.ts'
import { checkAccessibility } from '../support/page-checks.ts'
import { waitForPolled } from '../support/page-idle.ts'
import { toast } from '../support/test-user.ts'

const { open, url } = useBrowser()

const permissions = ['clipboard-read', 'clipboard-write']
const newKeyName = () => `Import ${crypto.randomUUID().slice(0, 8)}`

async function openApiKeys(options = {}) {
  const { page, context, pageErrors } = await open({ permissions, ...options })
  await signIn(page, 'enterprise')
  await page.goto('/portal/api-keys')
  return { page, context, pageErrors }
}

const keyDialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const keyField = (page: Page) => page.getByLabel('API key', { exact: true })

/** Fills the form for a new key without submitting it. */
async function fillNewKey(page: Page, name: string, scopes: string[]) {
  await button(page, 'New API key').click()
  await page.getByLabel('Name').fill(name)
  for (const scope of scopes) await page.getByRole('checkbox', { name: scope }).check()
}

async function createKey(page: Page, name: string, scopes = ['Read orders']): Promise<string> {
  await fillNewKey(page, name, scopes)
  await button(page, 'Create API key').click()
  const key = await keyField(page).inputValue()
  await button(page, 'Done').click()
  await keyDialog(page, `API key: ${name}`).waitFor({ state: 'hidden' })
  return key
}

async function revokeKey(page: Page, name: string) {
  await button(page, `Revoke ${name}`).click()
  await page.getByLabel(`Type ${name} to revoke it`).fill(name)
  await button(page, 'Revoke API key').click()
  await toast(page, `${name} revoked`).waitFor()
  await button(page, `Revoke ${name}`).waitFor({ state: 'hidden' })
}

/** The status of a request that lists orders with a key. */
const listOrdersWith = async (key: string): Promise<number> =>
  (await fetch(url + enterprise.list.path, { headers: { authorization: `Bearer ${key}` } })).status

test('a key is shown once, works within its scopes until it is replaced or revoked, and its usage is shown', async () => {
  const { page, context, pageErrors } = await openApiKeys()
  const name = newKeyName()
  const calls: string[] = []
  page.on('request', (request) => request.url().includes('/v1/api-keys') && calls.push(request.method()))
  await fillNewKey(page, name, ['Count and quote', 'Read orders'])
  await button(page, 'Create API key').dblclick()
  await keyDialog(page, `API key: ${name}`).waitFor()
  expect(await checkAccessibility(page)).toEqual([])
  const key = await keyField(page).inputValue()
  expect(key).toMatch(/^dyk_[0-9A-Za-z]{42}$/)
  expect(calls.filter((method) => method === 'POST')).toEqual(['POST'])

  // Neither a click outside nor Escape closes it.
  await page.mouse.click(5, 400)
  await page.keyboard.press('Escape')
  await keyDialog(page, 'Close without the key?').getByRole('button', { name: 'Go back' }).click()
  await keyDialog(page, 'Close without the key?').waitFor({ state: 'hidden' })
  // The message stays for two seconds.
  await Promise.all([button(page, 'Copied').waitFor(), button(page, 'Copy key').click()])
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(key)
  expect(await keyDialog(page, `API key: ${name}`).getByText(key).count()).toBe(0)
  await button(page, 'Copy request').click()
  await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toContain(`Bearer ${key}`)
  await page.keyboard.press('Escape')
  await keyDialog(page, `API key: ${name}`).waitFor({ state: 'hidden' })
  const storedText = await page.evaluate(
    'JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href, document.body.innerHTML])',
  )
  expect(storedText).not.toContain(key)

  expect(await listOrdersWith(key)).toBe(200)
  const drawerLink = page.getByRole('link', { name })
  await drawerLink.click()
  await waitForPolled(page, page.getByText('1 call in 30 days.'))
  await page.getByText('GET /v1/enterprise/orders').waitFor()
  await page.getByRole('switch', { name: 'View as table' }).check()
  await page.getByRole('table', { name: 'Calls by day' }).waitFor()
  // A scrollable element becomes focusable once its size is known.
  await expect.poll(() => checkAccessibility(page)).toEqual([])
  await page.keyboard.press('Escape')
  await waitForPolled(page, page.getByRole('row', { name }).getByRole('img', { name: '1 call in 30 days' }))

  await button(page, `Edit ${name}`).click()
  await button(page, 'Add my current address').click()
  const addresses = page.getByLabel('Allowed IP addresses')
  await expect.poll(() => addresses.inputValue()).toMatch(/^(127\.0\.0\.1|::1)$/)
  await addresses.fill('203.0.113.0/24')
  await button(page, 'Save').click()
  await page.getByRole('row', { name }).getByText('1 IP address').waitFor()
  expect(await listOrdersWith(key)).toBe(403)

  await button(page, `Edit ${name}`).click()
  await addresses.fill('')
  await page.getByRole('checkbox', { name: 'Read orders' }).uncheck()
  await button(page, 'Save').click()
  await toast(page, `${name} saved`).waitFor()
  expect(await listOrdersWith(key)).toBe(403)

  await button(page, `Regenerate ${name}`).click()
  await keyDialog(page, `Regenerate ${name}?`).getByText('stops working immediately').waitFor()
  await dialog(page).getByRole('button', { name: 'Regenerate', exact: true }).click()
  await keyDialog(page, `API key: ${name}`).waitFor()
  const next = await keyField(page).inputValue()
  await button(page, 'Done').click()
  expect(next).not.toBe(key)
  expect([await listOrdersWith(key), await listOrdersWith(next)]).toEqual([401, 403])

  await button(page, `Revoke ${name}`).click()
  await page.getByLabel(`Type ${name} to revoke it`).fill(name.slice(0, -1))
  await button(page, 'Revoke API key').click()
  await page.getByText(`Type ${name} to continue`).waitFor()
  await page.getByLabel(`Type ${name} to revoke it`).fill(name)
  await button(page, 'Revoke API key').click()
  await toast(page, `${name} revoked`).waitFor()
  expect(await listOrdersWith(next)).toBe(401)
  expect(pageErrors).toEqual([])
  await context.close()
})

test('a taken name is rejected at its field, and the input stays', async () => {
  const { page, context } = await openApiKeys()
  const name = newKeyName()
  await createKey(page, name)
  await fillNewKey(page, name.toUpperCase(), ['Count and quote'])
  await button(page, 'Create API key').click()
  await dialog(page).getByText('You already have an API key with this name.').waitFor()
  const field = page.getByLabel('Name')
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
  expect(await field.inputValue()).toBe(name.toUpperCase())
  expect(await page.getByRole('checkbox', { name: 'Count and quote' }).isChecked()).toBe(true)
  await button(page, 'Cancel').last().click()
  await dialog(page).waitFor({ state: 'hidden' })
  await revokeKey(page, name)
  await context.close()
})

test('a key whose creation got no response is shown as unknown, and is found in the list', async () => {
  const { page, context } = await openApiKeys()
  const name = newKeyName()
  await page.route('**/v1/api-keys', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await route.fetch()
    await route.abort()
  })
  await fillNewKey(page, name, ['Read orders'])
  await button(page, 'Create API key').click()
  await page.getByText('We do not know whether the key was created.').waitFor()
  await button(page, 'Cancel').last().click()
  await revokeKey(page, name)
  await context.close()
})

test('a key can be created by keyboard alone, and an empty form cannot be submitted', async () => {
  const { page, context } = await openApiKeys()
  const name = newKeyName()
  await button(page, 'New API key').focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('Name').waitFor()
  await expect.poll(() => page.evaluate('document.activeElement.dataset.path')).toBe('name')
  await page.keyboard.press('Enter')
  await page.getByText('Name is required').waitFor()
  await page.getByText('Choose at least one permission').waitFor()
  await page.keyboard.type(name)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await keyDialog(page, `API key: ${name}`).waitFor()
  await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('Copy key')
  await Promise.all([button(page, 'Copied').waitFor(), page.keyboard.press('Enter')])
  await page.keyboard.press('Escape')
  await expect.poll(() => dialog(page).count()).toBe(0)
  await revokeKey(page, name)
  await context.close()
})

test('an impersonating administrator sees the keys and cannot change them', async () => {
  const { page: owner, context: first } = await openApiKeys()
  const name = newKeyName()
  await createKey(owner, name)
  const { page, context } = await open()
  await signIn(page, 'admin')
  await page.goto('/portal/users?search=enterprise@dooryard.test')
  await button(page, /^Impersonate /).click()
  await dialog(page).getByRole('textbox', { name: 'Reason' }).fill('Asked by phone about a key')
  await dialog(page)
    .getByRole('button', { name: /^Impersonate / })
    .click()
  await page.getByRole('region', { name: 'Impersonation' }).waitFor()
  await page.goto('/portal/api-keys')
  await page.getByText('Only they can change their API keys.').waitFor()
  for (const act of ['Edit', 'Regenerate', 'Revoke'])
    expect(await button(page, `${act} ${name}`).isDisabled()).toBe(true)
  expect(await button(page, 'New API key').isDisabled()).toBe(true)
  await context.close()
  await revokeKey(owner, name)
  await first.close()
})
