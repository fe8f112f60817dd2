import type { Config } from '../config.ts'
import { type Billing, createSandbox, createStripe } from '../modules/billing/index.ts'
import type { ServerInfo } from '../modules/statistics/index.ts'
import type { Services } from '../platform/context.ts'
import type { MailTransport } from '../platform/mail/mail.ts'
import { createOutboxTransport } from '../platform/mail/outbox.ts'
import { createSmtpTransport } from '../platform/mail/smtp.ts'
import { version } from '../version.ts'

export const buildServerInfo = (config: Config, startedAt: Date): ServerInfo => ({
  version,
  startedAt,
  roles: config.roles,
  isEmbedded: { postgres: !config.databaseUrl, clickhouse: !config.clickhouseUrl },
  mailTransport: config.smtpUrl ? 'SMTP' : hasOutbox(config) ? 'OUTBOX' : 'NONE',
})

/** Without a mail server, a demo shows mails in the outbox instead of sending them. */
export const hasOutbox = ({ demo, smtpUrl }: Pick<Config, 'demo' | 'smtpUrl'>) => demo && !smtpUrl

/**
 * Returns the mail transport: mails are sent, shown in the outbox or, where neither is possible, retried in the queue
 * until the attempts are exhausted.
 */
export function composeDelivery(config: Config, services: Services): MailTransport & { close?: () => void } {
  if (config.smtpUrl) return createSmtpTransport({ url: config.smtpUrl, from: config.mailFrom })
  if (hasOutbox(config)) return createOutboxTransport(services)
  return async () => {
    throw new Error('Mails cannot be sent: SMTP_URL is not set.')
  }
}

export function composeBilling(config: Config, services: Services): Billing {
  const invoicing = { seller: config.invoiceSeller, tax: config.invoiceTax }
  if (config.stripe) return { provider: createStripe({ ...config.stripe, clock: services.clock }), invoicing }
  return { provider: config.demo ? createSandbox(services) : null, invoicing }
}
