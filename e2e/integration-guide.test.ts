import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { apiKeys } from '@dooryard/contract/api-keys'
import { auth } from '@dooryard/contract/auth'
import { campaigns } from '@dooryard/contract/campaigns'
import { orders } from '@dooryard/contract/orders'
import { webhooks } from '@dooryard/contract/webhook-calls'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { signIn, useBrowser } from './browser.ts'
import { button } from './buyer.ts'
import { findings } from './findings.ts'
import { call, freePort } from './portal-process.ts'

const { open, troubles, url } = useBrowser()
const run = promisify(execFile)

/** Where the programs of the page are saved: inside, so that Node.js finds the libraries that they import. */
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(import.meta.dirname, '.guide-'))
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
type Language = keyof typeof runners

const canRun = (program: string, ...args: string[]) =>
  run(program, args).then(
    () => true,
    () => false,
  )

const hasPython = await canRun('python3', '--version')
const hasPythonLibrary = await canRun('python3', '-c', 'import standardwebhooks')

/** A program as it stands on the page. */
const shown = async (page: Page, what: string) =>
  (await page.getByRole('figure', { name: what, exact: true }).locator('code').textContent()) ?? ''

const choose = (page: Page, choice: string) => page.getByRole('radio', { name: choice, exact: true }).check()

const arrived = (page: Page, ...words: string[]) =>
  page
    .getByRole('list', { name: 'Calls' })
    .getByRole('listitem')
    .filter({ hasText: new RegExp(words.join('.*')) })

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

/** Runs what the page shows in a language, and reads the answer that it prints; two of them print its status first. */
async function runShown(page: Page, what: string, language: Language) {
  await choose(page, language)
  const { stdout } = await runners[language](await shown(page, what))
  return JSON.parse(stdout.slice(stdout.indexOf('{')))
}

/** Opens the guide by its link, and has it make a key. */
async function makeKey(page: Page): Promise<string> {
  await page.getByRole('link', { name: 'Integration', exact: true }).click()
  await page.getByText('Make or choose a key', { exact: false }).waitFor()
  expect(await shown(page, 'Count')).toContain('Bearer dyk_YOUR_KEY')
  await button(page, 'Make a key').click()
  await page.getByText('Waiting for your first call…').waitFor()
  return page.getByLabel('API key', { exact: true }).inputValue()
}

const pickCampaign = (page: Page, { name }: { name: string }) =>
  page.getByLabel('Campaign').selectOption({ label: `${name} (Mail Ready)` })

test('a stranger makes a key, runs what the page shows, and sees an order by API arrive and complete', async () => {
  const { campaign } = await newCampaign()
  const { page, context } = await open({ permissions: ['clipboard-read', 'clipboard-write'] })
  await signIn(page, 'enterprise')
  const key = await makeKey(page)
  expect(await findings(page)).toEqual([])
  await page.getByRole('link', { name: 'Webhooks', exact: true }).click()
  await page
    .getByRole('dialog', { name: 'Leave without the key?' })
    .getByRole('button', { name: 'Stay' })
    .last()
    .click()

  await pickCampaign(page, campaign)
  await button(page, 'Copy: Count').click()
  await page.getByRole('button', { name: 'Copied: Count' }).waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(await shown(page, 'Count'))
  const languages = ['curl', 'JavaScript'] as const
  for (const [at, language] of languages.entries()) {
    const { matched, deliverable } = await runShown(page, 'Count', language)
    expect(matched).toBeGreaterThanOrEqual(deliverable)
    expect(deliverable).toBeGreaterThan(50)
    await expect.poll(() => arrived(page, 'POST /v1/enterprise/orders/count', 'answered 200').count()).toBe(at + 1)
  }

  const ids = [(await runShown(page, 'Place an order', 'curl')).id]
  // A look at another part is still the same look at the page.
  await page.getByRole('link', { name: 'Files and recipes' }).click()
  await page.getByRole('link', { name: 'Get started' }).click()
  ids.push((await runShown(page, 'Place an order', 'JavaScript')).id)
  // However often, and in whichever language: one order.
  expect(new Set(ids).size).toBe(1)
  await arrived(page, 'POST /v1/enterprise/orders', 'answered 201').waitFor()
  await page.getByText('50 leads delivered for 50 credits.').waitFor()
  expect(await findings(page)).toEqual([])
  expect(await runShown(page, 'Read it', 'curl')).toMatchObject({ id: ids[0], userFacingStatus: 'COMPLETED' })
  await arrived(page, 'GET /v1/enterprise/orders/{id}', 'answered 200').waitFor()
  await page.getByRole('link', { name: 'First order by API' }).click()
  await page.waitForURL((at) => at.pathname === `/portal/campaigns/${campaign.id}/orders/${ids[0]}`)

  await page.goBack()
  await page.reload()
  // The address knows which key it was, and nothing knows the key itself.
  await page.getByText('Nobody can show this key again').waitFor()
  expect(await page.content()).not.toContain(key)
  await choose(page, 'curl')
  await expect(runners.curl(await shown(page, 'Count'))).rejects.toThrow('401')
  expect(troubles).toEqual([])
  await context.close()
})

test.skipIf(!hasPython)('what the page shows in Python counts, orders and reads (needs python3)', async () => {
  const { campaign } = await newCampaign()
  const { page, context } = await open()
  await signIn(page, 'enterprise')
  await makeKey(page)
  await pickCampaign(page, campaign)
  expect((await runShown(page, 'Count', 'Python')).deliverable).toBeGreaterThan(50)
  const { id } = await runShown(page, 'Place an order', 'Python')
  expect(await runShown(page, 'Place an order', 'curl')).toMatchObject({ id })
  await page.getByText('50 leads delivered for 50 credits.').waitFor()
  expect(await runShown(page, 'Read it', 'Python')).toMatchObject({ id, userFacingStatus: 'COMPLETED' })
  expect(troubles).toEqual([])
  await context.close()
})

test('the guide says that a named campaign is gone, and why a disabled webhook takes no test', async () => {
  const token = await tokenOfEnterprise()
  const { page, context } = await open()
  await signIn(page, 'enterprise')
  await page.goto('/portal/integration?campaign=00000000-0000-4000-8000-000000000000')
  await page.getByText('The campaign that this address names is archived or gone.', { exact: false }).waitFor()

  const draft = {
    url: 'http://localhost:8787/',
    description: "O'Guide, disabled",
    events: ['order.completed' as const],
  }
  const { id } = await call(url, token, webhooks.create, { body: draft })
  await call(url, token, webhooks.change, { params: { id }, body: { isActive: false } })
  await page.goto(`/portal/integration?part=verify&webhook=${id}`)
  await page.getByText('The webhook is disabled: enable it first.').waitFor()
  expect(await button(page, 'Send test event').isDisabled()).toBe(true)
  expect(await findings(page)).toEqual([])
  await context.close()
  // The campaign that there is not, and nothing else.
  expect([...new Set(troubles.splice(0))]).toEqual([expect.stringContaining('404')])
})

/** Starts the receiver that the page shows, and waits until it listens. What nobody signed it refuses. */
async function startReceiver(page: Page, library: string, port: number, secret: string) {
  await choose(page, library)
  const file = await saved(await shown(page, 'The receiver'))
  const env = { ...process.env, PORT: String(port), DOORYARD_WEBHOOK_SECRET: secret }
  const child = spawn(library === 'Python' ? 'python3' : process.execPath, [file], { env })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (printed += data))
  const unsigned = () =>
    fetch(`http://localhost:${port}/`, { method: 'POST', body: '{"id":"1","type":"webhook.test"}' }).then(
      ({ status }) => status,
      () => 'closed',
    )
  await expect.poll(unsigned).toBe(400)
  return { printed: () => printed, stop: () => child.kill() }
}

/** Adds a webhook for completed orders on its screen, and gives the secret that this shows. */
async function addWebhook(page: Page, description: string, target: string): Promise<string> {
  await page.goto('/portal/webhooks')
  await button(page, 'Add a webhook').first().click()
  await page.getByRole('textbox', { name: 'URL' }).fill(target)
  await page.getByRole('textbox', { name: 'Description' }).fill(description)
  await page.getByRole('checkbox', { name: 'Order completed' }).check()
  await button(page, 'Add webhook').click()
  const secret = page.getByRole('dialog').locator('code', { hasText: 'whsec_' })
  return (await secret.textContent()) ?? ''
}

test('the receivers that the page shows verify a test event and a completed order, and refuse another secret', async () => {
  const { campaign, order } = await newCampaign()
  const port = await freePort()
  const { page, context } = await open()
  await signIn(page, 'enterprise')
  const target = `http://localhost:${port}/`
  const secret = await addWebhook(page, campaign.name, target)
  await page.goto('/portal/integration?part=verify')
  await page.getByLabel('Webhook', { exact: true }).selectOption({ label: `${campaign.name} (${target})` })
  for (const library of ['Node', 'Node, svix', 'By hand']) {
    const receiver = await startReceiver(page, library, port, secret)
    await button(page, 'Send test event').click()
    await expect.poll(receiver.printed).toMatch(/Verified: webhook\.test/)
    await page
      .getByText(/^It answered 204 in \d+ ms\.$/)
      .first()
      .waitFor()
    if (library === 'Node') {
      await order(`For ${campaign.name}`)
      await expect.poll(receiver.printed).toMatch(/Verified: order\.completed/)
    }
    receiver.stop()
  }
  expect(await findings(page)).toEqual([])

  const stranger = await startReceiver(page, 'Node', port, `whsec_${randomBytes(24).toString('base64')}`)
  await button(page, 'Send test event').click()
  await page
    .getByText(/^It answered 400/)
    .first()
    .waitFor()
  expect(stranger.printed()).toMatch(/Refused/)
  expect(stranger.printed()).not.toMatch(/Verified/)
  stranger.stop()
  expect(troubles).toEqual([])
  await context.close()
})

test.skipIf(!hasPythonLibrary)(
  'the receiver in Python verifies a test event (needs python3 with standardwebhooks)',
  async () => {
    const { campaign } = await newCampaign()
    const port = await freePort()
    const { page, context } = await open()
    await signIn(page, 'enterprise')
    const secret = await addWebhook(page, campaign.name, `http://localhost:${port}/`)
    // The newest webhook is the one that is chosen.
    await page.goto('/portal/integration?part=verify')
    const receiver = await startReceiver(page, 'Python', port, secret)
    await button(page, 'Send test event').click()
    await expect.poll(receiver.printed).toMatch(/Verified: webhook\.test/)
    receiver.stop()
    await context.close()
  },
)

test('the header that the page shows is that of a delivered file', async () => {
  const { page, context } = await open({ viewport: { width: 390, height: 844 } })
  await signIn(page, 'enterprise')
  await page.goto('/portal/integration?part=files')
  expect(await shown(page, 'The header row')).not.toContain('Phone')
  await choose(page, 'Call Ready')
  await expect.poll(() => shown(page, 'The header row')).toMatch(/^Owner Name,.*Phone 3 Do-Not-Call Check,Email 1/)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    button(page, 'Save the header as a file').click(),
  ])
  expect(download.suggestedFilename()).toBe('call_ready-header.csv')
  expect(await findings(page)).toEqual([])
  expect(troubles).toEqual([])
  await context.close()
})
