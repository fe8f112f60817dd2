import { webhookFailingDays } from '@dooryard/contract/webhooks'
import { hello, letterTo, type Portal, type Reader } from '../../platform/mail/letter-to.ts'
import type { Mail } from '../../platform/mail/mail.ts'

type Disabled = { id: string; url: string }

const reason = 'You get this mail because you have a webhook at Dooryard.'
const missed =
  'What waited when it was disabled can be sent again. What happens until you enable it again is not kept for it.'

const button = ({ id }: Disabled) => ({ button: 'Look at the webhook', to: `/portal/webhooks/${id}` })

/** When an endpoint answered that it is gone. */
export const goneMail = (portal: Portal, reader: Reader, webhook: Disabled): Mail =>
  letterTo(portal, reader, {
    subject: 'A webhook of yours is gone and was disabled',
    preview: 'It answered 410 Gone, which asks us to stop.',
    heading: 'Your webhook was disabled',
    body: [
      `${hello(reader)}, ${webhook.url} answered 410 Gone, which asks us to stop. So nothing more is sent there.`,
      missed,
      button(webhook),
    ],
    reason,
  })

/** When an endpoint took nothing for days. */
export const failingMail = (portal: Portal, reader: Reader, webhook: Disabled): Mail =>
  letterTo(portal, reader, {
    subject: 'A webhook of yours took nothing for days and was disabled',
    preview: `Whatever was sent there for ${webhookFailingDays} days failed.`,
    heading: 'Your webhook was disabled',
    body: [
      `${hello(reader)}, whatever was sent to ${webhook.url} for ${webhookFailingDays} days failed. So nothing more is sent ` +
        'there.',
      missed,
      button(webhook),
    ],
    reason,
  })

/** When an administrator disabled it; `note` is the reason that they gave. */
export const disabledMail = (portal: Portal, reader: Reader, webhook: Disabled, note: string): Mail =>
  letterTo(portal, reader, {
    subject: 'An administrator disabled a webhook of yours',
    preview: 'Nothing more is sent there.',
    heading: 'Your webhook was disabled',
    body: [
      `${hello(reader)}, an administrator disabled your webhook ${webhook.url}. So nothing more is sent there.`,
      `The reason they gave: ${note}`,
      'What happens meanwhile is not kept for it. You cannot enable it yourself: contact support to have that done.',
      button(webhook),
    ],
    reason,
  })

/** When an administrator enabled it again. */
export const enabledMail = (portal: Portal, reader: Reader, webhook: Disabled): Mail =>
  letterTo(portal, reader, {
    subject: 'An administrator enabled a webhook of yours',
    preview: 'It is told of events again.',
    heading: 'Your webhook was enabled',
    body: [
      `${hello(reader)}, an administrator enabled your webhook ${webhook.url}, which one had disabled.`,
      'What happens from now on is sent there again. What happened meanwhile was not kept for it.',
      button(webhook),
    ],
    reason,
  })

/** When an administrator enabled it again, and it is as disabled as it was before. */
export const noLongerBarredMail = (portal: Portal, reader: Reader, webhook: Disabled): Mail =>
  letterTo(portal, reader, {
    subject: 'You can enable a webhook of yours again',
    preview: 'No administrator keeps it disabled any more.',
    heading: 'You can enable your webhook again',
    body: [
      `${hello(reader)}, no administrator keeps your webhook ${webhook.url} disabled any more.`,
      'It was disabled before that and still is, so nothing is sent there until you enable it.',
      button(webhook),
    ],
    reason,
  })
