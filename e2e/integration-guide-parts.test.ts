import { webhooks } from '@dooryard/contract/webhook-calls'
import { expect, test } from 'vitest'
import { signIn } from './browser.ts'
import { button } from './buyer.ts'
import { findings } from './findings.ts'
import { choose, shown, useGuide } from './guide.ts'
import { call } from './portal-process.ts'

const { open, url, tokenOfEnterprise, newCampaign } = useGuide()

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
