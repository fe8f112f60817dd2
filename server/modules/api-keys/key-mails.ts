import { hello, letterTo, type Portal, type Reader } from '../../platform/mail/letter-to.ts'
import type { Mail } from '../../platform/mail/mail.ts'

type Revoked = { name: string; prefix: string; revokedAt: Date; why: string }

const instant = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

/** When an administrator revoked a key, and said why. */
export const revokedMail = (portal: Portal, reader: Reader, { name, prefix, revokedAt, why }: Revoked): Mail =>
  letterTo(portal, reader, {
    subject: `Your Dooryard API key ${name} was revoked`,
    preview: `It opens nothing any more. The reason: ${why}`,
    heading: 'Your API key was revoked',
    body: [
      `${hello(reader)}, an administrator revoked your API key ${name}, which begins with ${prefix}, on ` +
        `${instant.format(revokedAt)} UTC. From then on it opens nothing.`,
      `The reason: ${why}`,
      'If a program of yours still needs access, make a new key and give it that one. Keep keys out of code and files that ' +
        'others can read, and look at what the old one was used for: whoever else had it could do whatever it could.',
      { button: 'Go to your API keys', to: '/portal/api-keys' },
    ],
    reason: 'You get this mail because you had an API key at Dooryard.',
  })
