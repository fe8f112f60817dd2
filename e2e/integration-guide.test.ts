import { expect, test } from 'vitest'
import { signIn } from './browser.ts'
import { button } from './buyer.ts'
import { findings } from './findings.ts'
import { arrived, choose, makeKey, pickCampaign, shown, useGuide } from './guide.ts'

const { open, runners, runShown, newCampaign } = useGuide()

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
  await Promise.all([button(page, 'Copied: Count').waitFor(), button(page, 'Copy: Count').click()])
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
  // Both programs' calls may have arrived by now.
  await arrived(page, 'POST /v1/enterprise/orders', 'answered 201').first().waitFor()
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
