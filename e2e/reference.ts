import { apiKeys } from '@dooryard/contract/api-keys'
import { enterprise } from '@dooryard/contract/enterprise'
import type { Page } from 'playwright-core'
import { signIn, type useBrowser } from './browser.ts'

/** Opens the reference for the demo's enterprise user. */
export async function openReference(
  { open }: Pick<ReturnType<typeof useBrowser>, 'open'>,
  path = '/portal/api-reference',
  options = {},
): Promise<Page> {
  const { page } = await open(options)
  await signIn(page, 'enterprise')
  await page.goto(path)
  await page.getByRole('heading', { level: 2, name: 'Webhooks' }).waitFor()
  return page
}

/** A new key of the demo account, which may count. */
export async function newKey(url: string): Promise<string> {
  const post = async (path: string, body: object, headers: object = {}) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } }
    return (await fetch(`${url}${path}`, { ...init, body: JSON.stringify(body) })).json() as Promise<
      Record<string, string>
    >
  }
  const signed = await post('/v1/auth/public/login', { email: 'enterprise@dooryard.test', password: 'dooryard-demo' })
  const wanted = { name: `Reference ${crypto.randomUUID()}`, scopes: ['counts:read'] }
  const { key } = await post(apiKeys.create.path, wanted, { authorization: `Bearer ${signed.accessToken}` })
  if (!key) throw new Error('no key was made')
  return key
}

/** The heading of a call. */
export const call = (page: Page, method: string, path: string) =>
  page
    .getByRole('heading', { level: 3 })
    .filter({ has: page.getByText(path, { exact: true }) })
    .filter({
      has: page.getByText(method.toLowerCase(), { exact: true }),
    })

/** Counts by a key, and gives what the reference shows of the answer. */
export async function count(page: Page, key: string) {
  await page.getByLabel('Your API key').fill(key)
  await call(page, 'POST', enterprise.count.path).getByRole('button').click()
  await page.getByRole('button', { name: 'Execute' }).click()
  await page.getByText('Server response').waitFor()
  return page.getByRole('table', { name: 'Server response' }).locator('tbody').textContent()
}
