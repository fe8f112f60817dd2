import { webhooks } from '@dooryard/contract/integrations/webhook-endpoints'
import { expect, test } from 'vitest'
import { signIn } from '../support/browser.ts'
import { button } from '../support/buyer.ts'
import { checkAccessibility } from '../support/page-checks.ts'
import { call } from '../support/portal-process.ts'
import { chooseOption, getSnippet, useGuide } from './integration-guide.ts'

const { open, url, getEnterpriseToken, createCampaign } = useGuide()

test('the guide says that a campaign in the URL is gone, and why a disabled webhook cannot be tested', async () => {
  await createCampaign()
  const token = await getEnterpriseToken()
  const { page, context, pageErrors } = await open()
  await signIn(page, 'enterprise')
  await page.goto('/portal/integration?campaign=00000000-0000-4000-8000-000000000000')
  await page.getByText('This campaign is archived or deleted.', { exact: false }).waitFor()

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
  expect(await checkAccessibility(page)).toEqual([])
  await context.close()
  // Only the campaign that does not exist.
  expect([...new Set(pageErrors)]).toEqual([expect.stringContaining('status of 404')])
})

test('the header on the page is that of a delivered file', async () => {
  const { page, context, pageErrors } = await open({ viewport: { width: 390, height: 844 } })
  await signIn(page, 'enterprise')
  await page.goto('/portal/integration?part=files')
  expect(await getSnippet(page, 'The header row')).not.toContain('Phone')
  await chooseOption(page, 'Call Ready')
  await expect.poll(() => getSnippet(page, 'The header row')).toMatch(/^Owner Name,.*Phone 3 Do-Not-Call Check,Email 1/)
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Download header row').click()])
  expect(download.suggestedFilename()).toBe('call_ready-header.csv')
  expect(await checkAccessibility(page)).toEqual([])
  expect(pageErrors).toEqual([])
  await context.close()
})
