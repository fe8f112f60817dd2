import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

test('webhooks may call this host in a demo with embedded stores, and elsewhere only when allowed by a setting', () => {
  const byUrl = { DATABASE_URL: 'postgresql://me:pw@db/dooryard', CLICKHOUSE_URL: 'https://ch:8443' }
  const allows = (env: Parameters<typeof readConfig>[0]) => readConfig(env).privateTargets
  expect([{}, { DEMO: 'off' }, byUrl, { ...byUrl, DEMO: 'on' }].map(allows)).toEqual([true, false, false, false])
  expect(allows({ WEBHOOK_PRIVATE_TARGETS: 'off' })).toBe(false)
  expect(allows({ ...byUrl, WEBHOOK_PRIVATE_TARGETS: 'on' })).toBe(true)
})

describe('exposure to other machines', () => {
  test.each([
    {},
    ...['127.0.0.1', '127.9.8.7', '::1', '::ffff:127.0.0.1', 'localhost', 'LOCALHOST'].map((HOST) => ({ HOST })),
    ...['http://localhost:8080', 'http://127.0.0.1', 'http://[::1]:3000', 'http://portal.localhost'].map(
      (PUBLIC_URL) => ({
        PUBLIC_URL,
      }),
    ),
    { TRUSTED_PROXIES: '127.0.0.1', PUBLIC_URL: 'http://localhost:3000' },
  ])('only this machine reaches the portal with %j: a demo, with webhooks into its network', (env) => {
    expect(readConfig(env)).toMatchObject({ demo: true, privateTargets: true, exposedBy: null, isDemoHeldBack: false })
  })

  test.each([
    ...['0.0.0.0', '::', '10.1.2.3', '192.168.1.5', 'portal.example.com', '127.1'].map(
      (HOST) => [{ HOST }, 'HOST'] as const,
    ),
    [{ PUBLIC_URL: 'https://portal.example.com' }, 'PUBLIC_URL'] as const,
    [{ PUBLIC_URL: 'https://localhost.example.com' }, 'PUBLIC_URL'] as const,
    [{ PUBLIC_URL: 'http://192.168.1.5:3000', TRUSTED_PROXIES: '10.0.0.1' }, 'PUBLIC_URL'] as const,
    [{ TRUSTED_PROXIES: '127.0.0.1' }, 'TRUSTED_PROXIES'] as const,
    [{ HOST: '0.0.0.0', PUBLIC_URL: 'http://localhost:3000' }, 'HOST'] as const,
  ])('there is no demo with %j unless it is set, and private targets stay off even then', (env, exposedBy) => {
    expect(readConfig(env)).toMatchObject({ demo: false, privateTargets: false, exposedBy, isDemoHeldBack: true })
    expect(readConfig({ ...env, DEMO: 'on' })).toMatchObject({
      demo: true,
      privateTargets: false,
      isDemoHeldBack: false,
    })
    expect(readConfig({ ...env, DEMO: 'off' })).toMatchObject({ demo: false, isDemoHeldBack: false })
  })

  test('private targets can be allowed without the demo, whose accounts are open to anyone, and never with it', () => {
    const env = { HOST: '0.0.0.0', WEBHOOK_PRIVATE_TARGETS: 'on' }
    expect(readConfig(env)).toMatchObject({ demo: false, privateTargets: true })
    expect(() => readConfig({ ...env, DEMO: 'on' })).toThrow(
      'WEBHOOK_PRIVATE_TARGETS=on and DEMO=on do not go together while HOST lets other machines reach the portal: ' +
        'anyone could call its network by a demo account. Set one of them to off.',
    )
  })
})
