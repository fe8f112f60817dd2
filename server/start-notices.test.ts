import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { formatWelcome, listSecurityWarnings } from './start-notices.ts'

const warnings = (env: Record<string, string>) => listSecurityWarnings(readConfig(env))
const formatWelcomeFor = (env: Record<string, string>, administrators = 1) =>
  formatWelcome(readConfig(env), { administrators })

const smtp = { SMTP_URL: 'smtps://mail.example.com' }

describe('the startup log', () => {
  test('has no warning where only this machine reaches a demo', () => {
    expect(warnings({})).toEqual([])
  })

  test('warns that mails are not delivered without a demo and a mail server', () => {
    const mails = 'Mails reach nobody: set SMTP_URL to the server that sends them.'
    expect(warnings({ DEMO: 'off' })).toEqual([mails])
    expect(warnings({ HOST: '0.0.0.0' })).toEqual([mails])
    expect(warnings({ HOST: '0.0.0.0', ...smtp })).toEqual([])
  })

  test('warns what an exposed demo leaves open, and how to close it', () => {
    const [accounts, outbox, ...rest] = warnings({ HOST: '0.0.0.0', DEMO: 'on' })
    expect(accounts).toBe(
      'The demo is on while HOST lets other machines reach the portal: anyone can sign in with its accounts, ' +
        'whose password is public, as an administrator too. Set DEMO=off to close them.',
    )
    expect(outbox).toMatch(/^No mail is sent: administrators of your own read .* Set SMTP_URL to have them sent\.$/)
    expect(rest).toEqual([])
    expect(warnings({ PUBLIC_URL: 'https://portal.example.com', DEMO: 'on', ...smtp })).toEqual([
      accounts?.replace('HOST', 'PUBLIC_URL'),
    ])
  })

  test('warns that webhooks may call this network', () => {
    expect(warnings({ HOST: '0.0.0.0', WEBHOOK_PRIVATE_TARGETS: 'on', ...smtp })).toEqual([
      'Webhooks of enterprise users may call this host and its network. Set WEBHOOK_PRIVATE_TARGETS=off to close it to them.',
    ])
  })
})

describe('the startup message shows', () => {
  test('the demo accounts of a demo', () => {
    expect(formatWelcomeFor({})).toBe(
      [
        'Dooryard is ready on http://localhost:3000',
        'Demo accounts, all with the password dooryard-demo:',
        ...['admin', 'enterprise', 'consumer', 'affiliate'].map((name) => `  ${name}@dooryard.test`),
      ].join('\n'),
    )
  })

  test('why there is no demo, and how to enable one, where neither is configured', () => {
    const why =
      'The demo is off, since HOST lets other machines reach the portal. DEMO=on starts it anyway: anyone on them can then sign in.'
    expect(formatWelcomeFor({ HOST: '0.0.0.0' })).toBe(`Dooryard is ready on http://localhost:3000\n${why}`)
    expect(formatWelcomeFor({ HOST: '0.0.0.0', DEMO: 'off' })).toBe('Dooryard is ready on http://localhost:3000')
  })

  test('how to create the first administrator', () => {
    const command =
      '  npm run admin:create -- --email you@example.com --first-name Ada --last-name Example --phone 615-555-0100'
    const byUrl = { DATABASE_URL: 'postgresql://me:pw@db/dooryard', CLICKHOUSE_URL: 'https://ch:8443' }
    expect(formatWelcomeFor({ DEMO: 'off' }, 0).split('\n').slice(1)).toEqual([
      'There is no administrator yet. Stop the portal, make one, and start it again:',
      command,
    ])
    expect(formatWelcomeFor(byUrl, 0).split('\n').slice(1)).toEqual([
      'There is no administrator yet. Make one:',
      command,
    ])
  })
})
