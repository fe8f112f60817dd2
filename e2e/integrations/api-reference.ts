import { apiKeys } from '@dooryard/contract/integrations/api-keys'
import { enterprise } from '@dooryard/contract/orders/enterprise'
import type { Page } from 'playwright-core'
import { signIn, type useBrowser } from '../support/browser.ts'

/** Opens the API reference as the demo's enterprise user. */
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

/** Creates a key of the demo account with the permission to count. */
export async function createDemoApiKey(url: string): Promise<string> {
  const post = async (path: string, body: object, headers: object = {}) => {
    const init = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } }
    return (await fetch(`${url}${path}`, { ...init, body: JSON.stringify(body) })).json() as Promise<
      Record<string, string>
    >
  }
  const signed = await post('/v1/auth/public/login', { email: 'enterprise@dooryard.test', password: 'dooryard-demo' })
  const draft = { name: `Reference ${crypto.randomUUID()}`, scopes: ['counts:read'] }
  const { key } = await post(apiKeys.create.path, draft, { authorization: `Bearer ${signed.accessToken}` })
  if (!key) throw new Error('no key was made')
  return key
}

/** The heading of an endpoint. */
export const operationHeading = (page: Page, method: string, path: string) =>
  page
    .getByRole('heading', { level: 3 })
    .filter({ has: page.getByText(path, { exact: true }) })
    .filter({
      has: page.getByText(method.toLowerCase(), { exact: true }),
    })

/** Counts with a key, and returns the response that the reference shows. */
export async function runCount(page: Page, key: string) {
  await page.getByLabel('Your API key').fill(key)
  await operationHeading(page, 'POST', enterprise.count.path).getByRole('button').click()
  await page.getByRole('button', { name: 'Execute' }).click()
  await page.getByText('Server response').waitFor()
  return page.getByRole('table', { name: 'Server response' }).locator('tbody').textContent()
}
