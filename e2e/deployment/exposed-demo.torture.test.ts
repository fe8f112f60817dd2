import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { adminOutbox } from '@dooryard/contract/about'
import { adminUsers } from '@dooryard/contract/identity/admin/admin-users'
import { auth } from '@dooryard/contract/identity/auth'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { useBrowser } from '../support/browser.ts'
import { call, newDataFolder, type PortalProcess, removeDataFolder, startPortal } from '../support/portal-process.ts'
import { newEmail, password, submitSignIn, waitForPortal } from '../support/test-user.ts'

const { open } = useBrowser()

const folder = await newDataFolder()
const runningPortals = new Set<PortalProcess>()
afterAll(async () => {
  await Promise.all([...runningPortals].map(({ kill }) => kill('SIGTERM')))
  await removeDataFolder(folder)
})

/** Starts a portal as in a container: it listens on every address of the machine. */
async function startTrackedPortal(environment: Record<string, string> = {}): Promise<PortalProcess> {
  const portal = await startPortal(folder, { HOST: '0.0.0.0', ...environment })
  runningPortals.add(portal)
  return portal
}

async function stopPortal(portal: PortalProcess): Promise<void> {
  runningPortals.delete(portal)
  await portal.kill('SIGTERM')
}

const ownAdmin = {
  email: 'ada@example.com',
  facts: ['--first-name', 'Ada', '--last-name', 'Example', '--phone', '615-555-0100'],
}

/** Creates an administrator of a stopped portal from the shell. */
async function createAdministrator(): Promise<void> {
  const program = join(import.meta.dirname, '../../server/cli/create-admin.ts')
  const env = { ...process.env, DATA_DIR: folder, LOG_LEVEL: 'warn' }
  const created = promisify(execFile)(process.execPath, [program, '--email', ownAdmin.email, ...ownAdmin.facts], {
    env,
  })
  created.child.stdin?.end(`${password}\n`)
  await created
}

const demoPassword = 'dooryard-demo'
const signIn = ({ url }: PortalProcess, email: string, typedPassword = password) =>
  call(url, undefined, auth.login, { body: { email, password: typedPassword } })

const publicDemoBanner = (page: Page) => page.getByRole('region', { name: 'Public demo' })

test('a demo that other machines can reach shows mails to its own administrator only, says so, and revokes its roles when it ends', async () => {
  await createAdministrator()
  const portal = await startTrackedPortal({ DEMO: 'on' })
  const { url, output } = portal
  await expect.poll(output).toContain('The demo is on while HOST lets other machines reach the portal')
  expect(output()).toContain('Set DEMO=off to close them.')
  const { page, context } = await open({ baseURL: url })

  const email = newEmail('casey')
  const person = { firstName: 'Casey', lastName: 'Morvane', phone: '615-555-0102' }
  await call(url, undefined, auth.register, { body: { email, password, confirmPassword: password, ...person } })
  await page.goto(`/verify-email?email=${encodeURIComponent(email)}`)
  await page.getByText('Demo: emails are not sent. Ask the administrator for a code.').waitFor()
  expect(await page.getByRole('link', { name: 'Open the outbox' }).count()).toBe(0)
  await page.goto('/dev/outbox')
  await page.getByText('The outbox is for administrators').waitFor()
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.getByText('Enter nothing about real people.').waitFor()

  // The demo's administrator gets the security warnings, and reads no mail.
  await submitSignIn(page, 'admin@dooryard.test', demoPassword)
  await waitForPortal(page)
  await publicDemoBanner(page).getByText('DEMO=off').waitFor()
  await publicDemoBanner(page).getByRole('link', { name: 'read the outbox' }).click()
  await page.getByText('Your role was granted by a demo account').waitFor()
  await context.close()

  const ada = await signIn(portal, ownAdmin.email)
  const code = async () => {
    const { items } = await call(url, ada.accessToken, adminOutbox.list, { query: { to: email } })
    return items[0]?.subject.match(/^\d{6}/)?.[0]
  }
  await expect.poll(code).toMatch(/^\d{6}$/)
  const { user } = await call(url, undefined, auth.verifyEmail, { body: { email, code: (await code()) ?? '' } })
  const demoAdmin = await signIn(portal, 'admin@dooryard.test', demoPassword)
  const change = { role: 'SUPER_ADMIN', reason: 'Looks like fun' } as const
  await call(url, demoAdmin.accessToken, adminUsers.change, { params: { id: user.id }, body: change })
  const casey = await signIn(portal, email)
  expect(casey.user.role).toBe('SUPER_ADMIN')
  await stopPortal(portal)

  const after = await startTrackedPortal()
  await expect.poll(after.output).toContain('Dooryard is ready')
  expect(after.output()).toContain('the demo ended: roles were taken back')
  expect(after.output()).toContain(`${user.id}: SUPER_ADMIN to CONSUMER_USER`)
  expect(after.output()).not.toContain('There is no administrator yet.')
  await expect(call(after.url, casey.accessToken, adminUsers.list, { query: {} })).rejects.toThrow('401')
  await expect(signIn(after, 'admin@dooryard.test', demoPassword)).rejects.toThrow('deactivated')
  expect((await signIn(after, email)).user.role).toBe('CONSUMER_USER')
})
