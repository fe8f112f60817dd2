import { webhooks } from '@dooryard/contract/webhook-calls'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { signIn } from './browser.ts'
import { button } from './buyer.ts'
import { findings } from './findings.ts'
import { arrived, choose, hasPython, shown, useGuide } from './guide.ts'
import { call } from './portal-process.ts'

const { open, url, runners, tokenOfEnterprise, newCampaign } = useGuide()

type Language = keyof typeof runners

/** Runs what the page shows in a language, and reads the answer that it prints; two of them print its status first. */
async function runShown(page: Page, what: string, language: Language) {
  await choose(page, language)
  const { stdout } = await runners[language](await shown(page, what))
  return JSON.parse(stdout.slice(stdout.indexOf('{')))
}

/** Opens the guide by its link, and has it make a key. */
async function makeKey(page: Page): Promise<string> {
  await page.goto('/portal')
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
  const { page, context, troubles } = await open({ permissions: ['clipboard-read', 'clipboard-write'] })
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
  const { page, context, troubles } = await open()
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
  await newCampaign()
  const token = await tokenOfEnterprise()
  const { page, context, troubles } = await open()
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
  expect([...new Set(troubles)]).toEqual([expect.stringContaining('404')])
})

test('the header that the page shows is that of a delivered file', async () => {
  const { page, context, troubles } = await open({ viewport: { width: 390, height: 844 } })
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
