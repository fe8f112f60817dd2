import { expect, test } from 'vitest'
import { signIn } from '../support/browser.ts'
import { createKeyInGuide, hasPython, selectCampaign, useGuide } from './integration-guide.ts'

const { open, runSnippet, createCampaign } = useGuide()

test.skipIf(!hasPython)('the Python snippets count, order and read (needs python3)', async () => {
  const { campaign } = await createCampaign()
  const { page, context, pageErrors } = await open()
  await signIn(page, 'enterprise')
  await createKeyInGuide(page)
  await selectCampaign(page, campaign)
  expect((await runSnippet(page, 'Count', 'Python')).deliverable).toBeGreaterThan(50)
  const { id } = await runSnippet(page, 'Place an order', 'Python')
  expect(await runSnippet(page, 'Place an order', 'curl')).toMatchObject({ id })
  await page.getByText('50 test leads delivered. No credits charged.').waitFor()
  expect(await runSnippet(page, 'Get the order', 'Python')).toMatchObject({ id, userFacingStatus: 'COMPLETED' })
  expect(pageErrors).toEqual([])
  await context.close()
})
