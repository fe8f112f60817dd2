import { hasOutbox } from './compose/services.ts'
import type { Config } from './config.ts'
import { demoAccounts, demoPassword } from './demo/demo.ts'

export function listSecurityWarnings(config: Config): string[] {
  const { demo, exposedBy, privateTargets, smtpUrl } = config
  const warnings: string[] = []
  if (!smtpUrl && !demo) warnings.push('Mails reach nobody: set SMTP_URL to the server that sends them.')
  if (!exposedBy) return warnings
  if (demo)
    warnings.push(
      `The demo is on while ${exposedBy} lets other machines reach the portal: anyone can sign in with its accounts, ` +
        'whose password is public, as an administrator too. Set DEMO=off to close them.',
    )
  if (hasOutbox(config))
    warnings.push(
      'No mail is sent: administrators of your own read the mails of all users at /dev/outbox. Set SMTP_URL to have them sent.',
    )
  if (privateTargets)
    warnings.push(
      'Webhooks of enterprise users may call this host and its network. Set WEBHOOK_PRIVATE_TARGETS=off to close it to them.',
    )
  return warnings
}

const createAdminCommand =
  'npm run admin:create -- --email you@example.com --first-name Ada --last-name Example --phone 615-555-0100'

export function formatWelcome(config: Config, { administrators }: { administrators: number }): string {
  const { demo, exposedBy, isDemoHeldBack, databaseUrl, clickhouseUrl } = config
  const lines = [`Dooryard is ready on ${config.publicUrl}`]
  if (demo)
    lines.push(
      `Demo accounts, all with the password ${demoPassword}:`,
      ...demoAccounts.map(({ email }) => `  ${email}`),
    )
  if (isDemoHeldBack)
    lines.push(
      `The demo is off, since ${exposedBy} lets other machines reach the portal. ` +
        'DEMO=on starts it anyway: anyone on them can then sign in.',
    )
  if (administrators === 0)
    lines.push(
      databaseUrl && clickhouseUrl
        ? 'There is no administrator yet. Make one:'
        : 'There is no administrator yet. Stop the portal, make one, and start it again:',
      `  ${createAdminCommand}`,
    )
  return lines.join('\n')
}
