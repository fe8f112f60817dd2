import { expect, test } from 'vitest'
import { signIn } from './browser.ts'
import { hasPython, makeKey, pickCampaign, useGuide } from './guide.ts'

const { open, runShown, newCampaign } = useGuide()

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
