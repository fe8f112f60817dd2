import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { signIn } from '../support/browser.ts'
import { button } from '../support/buyer.ts'
import { checkAccessibility } from '../support/page-checks.ts'
import { freePort } from '../support/portal-process.ts'
import { chooseOption, getSnippet, hasPythonLibrary, useGuide } from './integration-guide.ts'

const { open, saveSnippet, createCampaign } = useGuide()

/** Starts the receiver of the page and waits until it listens. It rejects unsigned events. */
async function startReceiver(page: Page, library: string, port: number, secret: string) {
  await chooseOption(page, library)
  const file = await saveSnippet(await getSnippet(page, 'The receiver'))
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

/** Adds a webhook for completed orders on its screen, and returns the secret it shows. */
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

test('the receivers on the page verify a test event and a completed order, and reject another secret', async () => {
  const { campaign, order } = await createCampaign()
  const port = await freePort()
  const { page, context, pageErrors } = await open()
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
      .getByText(/^Response 204 in \d+ ms\.$/)
      .first()
      .waitFor()
    if (library === 'Node') {
      await order(`For ${campaign.name}`)
      await expect.poll(receiver.printed).toMatch(/Verified: order\.completed/)
    }
    receiver.stop()
  }
  expect(await checkAccessibility(page)).toEqual([])

  const otherSecretRun = await startReceiver(page, 'Node', port, `whsec_${randomBytes(24).toString('base64')}`)
  await button(page, 'Send test event').click()
  await page
    .getByText(/^Response 400/)
    .first()
    .waitFor()
  expect(otherSecretRun.printed()).toMatch(/Refused/)
  expect(otherSecretRun.printed()).not.toMatch(/Verified/)
  otherSecretRun.stop()
  expect(pageErrors).toEqual([])
  await context.close()
})

test.skipIf(!hasPythonLibrary)(
  'the receiver in Python verifies a test event (needs python3 with standardwebhooks)',
  async () => {
    const { campaign } = await createCampaign()
    const port = await freePort()
    const { page, context } = await open()
    await signIn(page, 'enterprise')
    const secret = await addWebhook(page, campaign.name, `http://localhost:${port}/`)
    // The newest webhook is selected.
    await page.goto('/portal/integration?part=verify')
    const receiver = await startReceiver(page, 'Python', port, secret)
    await button(page, 'Send test event').click()
    await expect.poll(receiver.printed).toMatch(/Verified: webhook\.test/)
    receiver.stop()
    await context.close()
  },
)
