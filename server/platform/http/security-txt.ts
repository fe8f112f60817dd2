import { dayMs } from '@dooryard/contract/time'
import type { App } from './mount.ts'

/** Whom security researchers write to, and where the rules for them stand; without a contact there is no file. */
export type SecurityContact = { contacts: readonly string[]; policy?: string | undefined }

type Facts = SecurityContact & { publicUrl: string; now: () => Date }

const path = '/.well-known/security.txt'
/** RFC 9116 wants an end, less than a year ahead. A portal that answers still has the contact it was given. */
const validDays = 300

/** Answers `security.txt` as RFC 9116 has it, and its older address by a redirect. */
export function serveSecurityTxt(app: App, facts: Facts): void {
  if (facts.contacts.length === 0) return
  app.get(path, (request) => request.text(securityTxt(facts), 200, { 'Cache-Control': 'max-age=86400' }))
  app.get('/security.txt', (request) => request.redirect(path, 301))
}

/** The text of the file; it ends at the end of a UTC day, so that it is the same all day. */
export function securityTxt({ contacts, policy, publicUrl, now }: Facts): string {
  const expires = new Date(Math.floor(now().getTime() / dayMs + validDays + 1) * dayMs - 1000)
  const lines = [
    ...contacts.map((contact) => `Contact: ${contact}`),
    `Expires: ${expires.toISOString().replace('.000Z', 'Z')}`,
    'Preferred-Languages: en',
    // Addresses of the web in it have to be https.
    ...(publicUrl.startsWith('https:') ? [`Canonical: ${publicUrl}${path}`] : []),
    ...(policy ? [`Policy: ${policy}`] : []),
  ]
  return `${lines.join('\n')}\n`
}
