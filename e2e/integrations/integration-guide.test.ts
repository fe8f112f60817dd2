import { expect, test } from 'vitest'
import { signIn } from '../support/browser.ts'
import { button } from '../support/buyer.ts'
import { checkAccessibility } from '../support/page-checks.ts'
import {
  chooseOption,
  createKeyInGuide,
  getSnippet,
  receivedCalls,
  selectCampaign,
  useGuide,
} from './integration-guide.ts'

const { open, runners, runSnippet, createCampaign } = useGuide()

test('a newcomer creates a key, runs the snippets, and sees an API order arrive and complete', async () => {
  const { campaign } = await createCampaign()
  const { page, context, pageErrors } = await open({ permissions: ['clipboard-read', 'clipboard-write'] })
  await signIn(page, 'enterprise')
  const key = await createKeyInGuide(page)
  expect(await checkAccessibility(page)).toEqual([])
  await page.getByRole('link', { name: 'Webhooks', exact: true }).click()
  await page
    .getByRole('dialog', { name: 'Leave without the key?' })
    .getByRole('button', { name: 'Stay' })
    .last()
    .click()

  await selectCampaign(page, campaign)
  await Promise.all([button(page, 'Copied: Count').waitFor(), button(page, 'Copy: Count').click()])
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(await getSnippet(page, 'Count'))
  const languages = ['curl', 'JavaScript'] as const
  for (const [at, language] of languages.entries()) {
    const { matched, deliverable } = await runSnippet(page, 'Count', language)
    expect(matched).toBeGreaterThanOrEqual(deliverable)
    expect(deliverable).toBeGreaterThan(50)
    await expect.poll(() => receivedCalls(page, 'POST /v1/enterprise/orders/count', '200').count()).toBe(at + 1)
  }

  const ids = [(await runSnippet(page, 'Place an order', 'curl')).id]
  // Switching to another part does not count as a new visit.
  await page.getByRole('link', { name: 'Files and recipes' }).click()
  await page.getByRole('link', { name: 'Get started' }).click()
  ids.push((await runSnippet(page, 'Place an order', 'JavaScript')).id)
  // However often and in whichever language it runs, there is one order.
  expect(new Set(ids).size).toBe(1)
  // The calls of both programs may have arrived by now.
  await receivedCalls(page, 'POST /v1/enterprise/orders', '201').first().waitFor()
  await page.getByText('50 test leads delivered. No credits charged.').waitFor()
  expect(await checkAccessibility(page)).toEqual([])
  expect(await runSnippet(page, 'Get the order', 'curl')).toMatchObject({ id: ids[0], userFacingStatus: 'COMPLETED' })
  await receivedCalls(page, 'GET /v1/enterprise/orders/{id}', '200').waitFor()
  await page.getByRole('link', { name: 'First order by API' }).click()
  const order = page.getByRole('row', { name: 'First order by API' })
  await order.getByText(campaign.name).waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    order.getByRole('button', { name: 'Download CSV of First order by API' }).click(),
  ])
  expect(download.suggestedFilename()).toContain(`test-order-${ids[0]}`)
  expect(await checkAccessibility(page)).toEqual([])

  await page.goBack()
  await page.reload()
  // The URL has the id of the key, and nothing has the key itself.
  await page.getByText('This key cannot be shown again').waitFor()
  expect(await page.content()).not.toContain(key)
  await chooseOption(page, 'curl')
  await expect(runners.curl(await getSnippet(page, 'Count'))).rejects.toThrow('401')
  expect(pageErrors).toEqual([])
  await context.close()
})
