import { about } from '@dooryard/contract/about'
import { auth } from '@dooryard/contract/identity/auth'
import { expect, test } from 'vitest'
import { call, newDataFolder, removeDataFolder, startPortal } from '../support/portal-process.ts'

test('a portal that other machines can reach starts without a demo, and says how to get one and an administrator', async () => {
  const folder = await newDataFolder()
  const portal = await startPortal(folder, { HOST: '0.0.0.0' })
  await expect.poll(portal.output).toContain('npm run admin:create -- --email')
  expect(portal.output()).toContain('The demo is off, since HOST lets other machines reach the portal.')
  expect(portal.output()).toContain('There is no administrator yet.')
  const facts = await call(portal.url, undefined, about.get, {})
  expect(facts).toMatchObject({ isDemo: false, hasOutbox: false, isExposed: true })
  const body = { email: 'admin@dooryard.test', password: 'dooryard-demo' }
  await expect(call(portal.url, undefined, auth.login, { body })).rejects.toThrow('401')
  await portal.kill('SIGTERM')
  await removeDataFolder(folder)
})
