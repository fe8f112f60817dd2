import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { apiKeys } from '@dooryard/contract/api-keys'
import { auth } from '@dooryard/contract/auth'
import { campaigns } from '@dooryard/contract/campaigns'
import { orders } from '@dooryard/contract/orders'
import { webhooks } from '@dooryard/contract/webhook-calls'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { useBrowser } from './browser.ts'
import { button } from './buyer.ts'
import { call } from './portal-process.ts'

const run = promisify(execFile)

const canRun = (program: string, ...args: string[]) =>
  run(program, args).then(
    () => true,
    () => false,
  )

export const hasPython = await canRun('python3', '--version')
export const hasPythonLibrary = await canRun('python3', '-c', 'import standardwebhooks')

/** A program as it stands on the page. */
export const shown = async (page: Page, what: string) =>
  (await page.getByRole('figure', { name: what, exact: true }).locator('code').textContent()) ?? ''

export const choose = (page: Page, choice: string) => page.getByRole('radio', { name: choice, exact: true }).check()

/** The calls that the page has seen arrive, with these words in this order. */
export const arrived = (page: Page, ...words: string[]) =>
  page
    .getByRole('list', { name: 'Calls' })
    .getByRole('listitem')
    .filter({ hasText: new RegExp(words.join('.*')) })

/** Opens the guide by its link, and has it make a key. */
export async function makeKey(page: Page): Promise<string> {
  await page.goto('/portal')
  await page.getByRole('link', { name: 'Integration', exact: true }).click()
  await page.getByText('Make or choose a key', { exact: false }).waitFor()
  expect(await shown(page, 'Count')).toContain('Bearer dyk_YOUR_KEY')
  await button(page, 'Make a key').click()
  await page.getByText('Waiting for your first call…').waitFor()
  return page.getByLabel('API key', { exact: true }).inputValue()
}

export const pickCampaign = (page: Page, { name }: { name: string }) =>
  page.getByLabel('Campaign').selectOption({ label: `${name} (Mail Ready)` })

/** The guide to the API for the demo's enterprise user: its browser, its programs, and what they are tried on. */
export function useGuide() {
  const browser = useBrowser()
  const { url } = browser

  /** Where the programs of the page are saved, with the libraries that they import. */
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'guide-'))
    await symlink(join(import.meta.dirname, '..', 'node_modules'), join(folder, 'node_modules'))
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  async function saved(code: string): Promise<string> {
    const file = join(folder, `${randomBytes(4).toString('hex')}.mjs`)
    await writeFile(file, code)
    return file
  }

  /** How the page says that a snippet of each language is run. */
  const runners = {
    curl: (code: string) => run('bash', ['-c', code]),
    JavaScript: async (code: string) => run(process.execPath, [await saved(code)]),
    Python: (code: string) => run('python3', ['-c', code]),
  }

  /** Runs what the page shows in a language, and reads the answer that it prints; two of them print its status first. */
  async function runShown(page: Page, what: string, language: keyof typeof runners) {
    await choose(page, language)
    const { stdout } = await runners[language](await shown(page, what))
    return JSON.parse(stdout.slice(stdout.indexOf('{')))
  }

  async function tokenOfEnterprise(): Promise<string> {
    const body = { email: 'enterprise@dooryard.test', password: 'dooryard-demo' }
    return (await call(url, undefined, auth.login, { body })).accessToken
  }

  /** What a test makes is gone after it: there is room for a few of each. */
  afterEach(async () => {
    const token = await tokenOfEnterprise()
    const { items: keys } = await call(url, token, apiKeys.list, { query: { limit: 100 } })
    for (const { id, name } of keys)
      if (name.startsWith('First call')) await call(url, token, apiKeys.revoke, { params: { id } })
    const { items: hooks } = await call(url, token, webhooks.list, { query: { limit: 100 } })
    for (const { id, description } of hooks)
      if (description?.startsWith("O'Guide")) await call(url, token, webhooks.remove, { params: { id } })
  })

  async function newCampaign() {
    const accessToken = await tokenOfEnterprise()
    const name = `O'Guide ${randomBytes(4).toString('hex')}`
    const criteria = { owner: { occupancies: ['ABSENTEE_OUT_OF_STATE' as const] } }
    const draft = { name, campaignType: 'MAIL_READY' as const, criteria }
    const campaign = await call(url, accessToken, campaigns.create, { body: draft })
    const order = (orderName: string) =>
      call(url, accessToken, orders.place, { params: { campaignId: campaign.id }, body: { orderName, quantity: 50 } })
    return { campaign, order }
  }

  return { ...browser, saved, runners, runShown, tokenOfEnterprise, newCampaign }
}
