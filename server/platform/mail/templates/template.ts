import type { MailRecipient } from '../../lists/owners.queries.ts'
import type { Mail } from '../mail.ts'
import { type MailContent, renderMail } from '../render-mail.ts'

export type MailPortal = { publicUrl: string }

/** The recipient of a mail. Administrators, and unverified addresses, are not greeted by name. */
export type MailReader = Pick<MailRecipient, 'email'> & Partial<Pick<MailRecipient, 'firstName' | 'emailVerifiedAt'>>

/** What a template may show of its reader: `hello` is the greeting, without a comma. */
type TemplateReader = { email: string; hello: string }

/** A template in the preview, whatever its data; `slug` is the last segment of its path there. */
export type ListedTemplate = { slug: string; title: string; toSample: (portal: MailPortal) => Mail & MailContent }

export type MailTemplate<Data> = ((portal: MailPortal, reader: MailReader, data: Data) => Mail) & ListedTemplate

type TemplateDefinition<Data> = {
  title: string
  sample: NoInfer<Data>
  write: (data: Data, reader: TemplateReader) => MailContent
}

/** Creates a template: a function from plain data to a mail, and its sample. */
export function mailTemplate<Data>({ title, sample, write }: TemplateDefinition<Data>): MailTemplate<Data> {
  const compose = ({ publicUrl }: MailPortal, reader: MailReader, data: Data) => {
    const letter = write(data, { email: reader.email, hello: formatGreeting(reader) })
    return { ...letter, to: reader.email, ...renderMail(letter, publicUrl) }
  }
  const toMail = (portal: MailPortal, reader: MailReader, data: Data): Mail => {
    const { to, subject, html, text, until } = compose(portal, reader, data)
    return { to, subject, html, text, ...(until !== undefined && { until }) }
  }
  return Object.assign(toMail, {
    title,
    slug: title.toLowerCase().replaceAll(' ', '-'),
    toSample: (portal: MailPortal) => compose(portal, sampleReader, sample),
  })
}

const sampleReader: MailReader = { email: 'sam@example.com', firstName: 'Sam', emailVerifiedAt: new Date(0) }

/**
 * Greets by name only once the address is verified: before that, the name may be an advertisement entered by anyone who
 * registered the address.
 */
const formatGreeting = ({ firstName, emailVerifiedAt }: MailReader) =>
  emailVerifiedAt ? `Hello ${firstName}` : 'Hello'
