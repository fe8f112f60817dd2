import { webhookFailingDays } from '@dooryard/contract/integrations/webhooks'
import { formatDayAndTime } from '../../util/format.ts'
import { mailTemplate } from './template.ts'

type RevokedApiKey = { name: string; prefix: string; revokedAt: Date; why: string }

export const apiKeyRevokedMail = mailTemplate({
  title: 'API key revoked',
  sample: {
    ...{ name: 'Sampleton CRM', prefix: 'dyk_sample', revokedAt: new Date('2026-11-02T09:30:00Z') },
    why: 'It was found in a public repository.',
  },
  write: ({ name, prefix, revokedAt, why }: RevokedApiKey, { hello }) => ({
    subject: `Your Dooryard API key ${name} was revoked`,
    preview: `It opens nothing any more. The reason: ${why}`,
    heading: 'Your API key was revoked',
    body: [
      `${hello}, an administrator revoked your API key ${name}, which begins with ${prefix}, on ` +
        `${formatDayAndTime(revokedAt)}. From then on it opens nothing.`,
      `The reason: ${why}`,
      'If a program of yours still needs access, make a new key and give it that one. Keep keys out of code and files that ' +
        'others can read, and look at what the old one was used for: anyone else who had it could do ' +
        'whatever it could.',
      { button: 'Go to your API keys', to: '/portal/api-keys' },
    ],
    reason: 'You get this mail because you had an API key at Dooryard.',
  }),
})

type WebhookDetails = { id: string; url: string }

const webhook = { id: '00000000-0000-7000-8000-000000000001', url: 'https://hooks.example.com/dooryard' }
const reason = 'You get this mail because you have a webhook at Dooryard.'
const disabled = { heading: 'Your webhook was disabled', reason }
const missedEventsText =
  'What waited when it was disabled can be sent again. What happens until you enable it again is not kept for it.'

const buildButton = ({ id }: WebhookDetails) => ({ button: 'Look at the webhook', to: `/portal/webhooks/${id}` })

export const webhookGoneMail = mailTemplate({
  title: 'Webhook is gone',
  sample: webhook,
  write: (hook: WebhookDetails, { hello }) => ({
    ...disabled,
    subject: 'A webhook of yours is gone and was disabled',
    preview: 'It answered 410 Gone, which asks us to stop.',
    body: [
      `${hello}, ${hook.url} answered 410 Gone, which asks us to stop. So nothing more is sent there.`,
      missedEventsText,
      buildButton(hook),
    ],
  }),
})

export const webhookFailingMail = mailTemplate({
  title: 'Webhook failed for days',
  sample: webhook,
  write: (hook: WebhookDetails, { hello }) => ({
    ...disabled,
    subject: 'A webhook was disabled: all deliveries failed for days',
    preview: `All deliveries failed for ${webhookFailingDays} days.`,
    body: [
      `${hello}, all deliveries to ${hook.url} failed for ${webhookFailingDays} days. So nothing more is sent there.`,
      missedEventsText,
      buildButton(hook),
    ],
  }),
})

/** Sent when an administrator disabled the webhook; `note` is the administrator's reason. */
export const webhookDisabledMail = mailTemplate({
  title: 'Webhook disabled by an administrator',
  sample: { ...webhook, note: 'It answered with advertisements.' },
  write: ({ note, ...hook }: WebhookDetails & { note: string }, { hello }) => ({
    ...disabled,
    subject: 'An administrator disabled a webhook of yours',
    preview: 'Nothing more is sent there.',
    body: [
      `${hello}, an administrator disabled your webhook ${hook.url}. So nothing more is sent there.`,
      `The reason they gave: ${note}`,
      'What happens meanwhile is not kept for it. You cannot enable it yourself: contact support to have that done.',
      buildButton(hook),
    ],
  }),
})

export const webhookEnabledMail = mailTemplate({
  title: 'Webhook enabled by an administrator',
  sample: webhook,
  write: (hook: WebhookDetails, { hello }) => ({
    subject: 'An administrator enabled a webhook of yours',
    preview: 'It gets events again.',
    heading: 'Your webhook was enabled',
    body: [
      `${hello}, an administrator enabled your webhook ${hook.url}, which one had disabled.`,
      'What happens from now on is sent there again. What happened meanwhile was not kept for it.',
      buildButton(hook),
    ],
    reason,
  }),
})

export const webhookUnblockedMail = mailTemplate({
  title: 'Webhook may be enabled again',
  sample: webhook,
  write: (hook: WebhookDetails, { hello }) => ({
    subject: 'You can enable a webhook of yours again',
    preview: 'No administrator keeps it disabled any more.',
    heading: 'You can enable your webhook again',
    body: [
      `${hello}, no administrator keeps your webhook ${hook.url} disabled any more.`,
      'It was disabled before that and still is, so nothing is sent there until you enable it.',
      buildButton(hook),
    ],
    reason,
  }),
})
