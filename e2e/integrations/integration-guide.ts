import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { auth } from '@dooryard/contract/identity/auth'
import { apiKeys } from '@dooryard/contract/integrations/api-keys'
import { webhooks } from '@dooryard/contract/integrations/webhook-endpoints'
import { campaigns } from '@dooryard/contract/orders/campaigns'
import { orders } from '@dooryard/contract/orders/orders'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { useBrowser } from '../support/browser.ts'
import { button } from '../support/buyer.ts'
import { call } from '../support/portal-process.ts'

const run = promisify(execFile)

const canRun = (program: string, ...args: string[]) =>
  run(program, args).then(
    () => true,
    () => false,
  )

export const hasPython = await canRun('python3', '--version')
export const hasPythonLibrary = await canRun('python3', '-c', 'import standardwebhooks')

/** A code snippet on the page. */
export const getSnippet = async (page: Page, what: string) =>
  (await page.getByRole('figure', { name: what, exact: true }).locator('code').textContent()) ?? ''

export const chooseOption = (page: Page, choice: string) =>
  page.getByRole('radio', { name: choice, exact: true }).check()

/** The received calls on the page that contain these words in this order. */
export const receivedCalls = (page: Page, ...words: string[]) =>
  page
    .getByRole('list', { name: 'Requests' })
    .getByRole('listitem')
    .filter({ hasText: new RegExp(words.join('.*')) })

/** Opens the guide by its link, and creates a key there. */
export async function createKeyInGuide(page: Page): Promise<string> {
  await page.goto('/portal')
  await page.getByRole('link', { name: 'Integration', exact: true }).click()
  await page.getByText('Create or choose a key', { exact: false }).waitFor()
  expect(await getSnippet(page, 'Count')).toContain('Bearer dyk_YOUR_KEY')
  await button(page, 'Create test key').click()
  await page.getByText('Waiting for your first request…').waitFor()
  return page.getByLabel('API key', { exact: true }).inputValue()
}

export const selectCampaign = (page: Page, { name }: { name: string }) =>
  page.getByLabel('Campaign').selectOption({ label: `${name} (Mail Ready)` })

/** The API guide for the demo's enterprise user: a browser, the snippets, and what they run against. */
export function useGuide() {
  const browser = useBrowser()
  const { url } = browser

  /** The folder of the saved snippets, with the libraries that they import. */
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'guide-'))
    await symlink(join(import.meta.dirname, '../..', 'node_modules'), join(folder, 'node_modules'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  async function saveSnippet(code: string): Promise<string> {
    const file = join(folder, `${randomBytes(4).toString('hex')}.mjs`)
    await writeFile(file, code)
    return file
  }

  /** How the page says to run a snippet of each language. */
  const runners = {
    curl: (code: string) => run('bash', ['-c', code]),
    JavaScript: async (code: string) => run(process.execPath, [await saveSnippet(code)]),
    Python: (code: string) => run('python3', ['-c', code]),
  }

  /** Runs a snippet of the page in a language and parses the printed response; two of them print the status first. */
  async function runSnippet(page: Page, what: string, language: keyof typeof runners) {
    await chooseOption(page, language)
    const { stdout } = await runners[language](await getSnippet(page, what))
    return JSON.parse(stdout.slice(stdout.indexOf('{')))
  }

  async function getEnterpriseToken(): Promise<string> {
    const body = { email: 'enterprise@dooryard.test', password: 'dooryard-demo' }
    return (await call(url, undefined, auth.login, { body })).accessToken
  }

  /** Deletes what a test created: the number of keys and webhooks is limited. */
  afterEach(async () => {
    const token = await getEnterpriseToken()
    const { items: keys } = await call(url, token, apiKeys.list, { query: { limit: 100 } })
    for (const { id, name } of keys)
      if (name.startsWith('First call')) await call(url, token, apiKeys.revoke, { params: { id } })
    const { items: hooks } = await call(url, token, webhooks.list, { query: { limit: 100 } })
    for (const { id, description } of hooks)
      if (description?.startsWith("O'Guide")) await call(url, token, webhooks.remove, { params: { id } })
  })

  async function createCampaign() {
    const accessToken = await getEnterpriseToken()
    const name = `O'Guide ${randomBytes(4).toString('hex')}`
    const criteria = { owner: { occupancies: ['ABSENTEE_OUT_OF_STATE' as const] } }
    const draft = { name, campaignType: 'MAIL_READY' as const, criteria }
    const campaign = await call(url, accessToken, campaigns.create, { body: draft })
    const order = (orderName: string) =>
      call(url, accessToken, orders.place, { params: { campaignId: campaign.id }, body: { orderName, quantity: 50 } })
    return { campaign, order }
  }

  return { ...browser, saveSnippet, runners, runSnippet, getEnterpriseToken, createCampaign }
}
