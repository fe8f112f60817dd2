import type { MailRecipient } from '../../owners.queries.ts'
import { type Letter, layOut } from '../layout.ts'
import type { Mail } from '../mail.ts'

export type Portal = { publicUrl: string }

/** Whom a mail goes to. Administrators, and an address that anybody may have entered, are not greeted by name. */
export type Reader = Pick<MailRecipient, 'email'> & Partial<Pick<MailRecipient, 'firstName' | 'emailVerifiedAt'>>

/** What a template may say of its reader: `hello` is the greeting, without a comma. */
type Addressed = { email: string; hello: string }

/** What the preview shows of a template, whatever data it takes; `slug` is the last part of its address there. */
export type ListedTemplate = { slug: string; title: string; toSample: (portal: Portal) => Mail & Letter }

export type MailTemplate<Data> = ((portal: Portal, reader: Reader, data: Data) => Mail) & ListedTemplate

type Definition<Data> = {
  title: string
  sample: NoInfer<Data>
  write: (data: Data, reader: Addressed) => Letter
}

/** Makes a template: a function of plain data to a mail, and its sample. */
export function mailTemplate<Data>({ title, sample, write }: Definition<Data>): MailTemplate<Data> {
  const compose = ({ publicUrl }: Portal, reader: Reader, data: Data) => {
    const letter = write(data, { email: reader.email, hello: greet(reader) })
    return { ...letter, to: reader.email, ...layOut(letter, publicUrl) }
  }
  const toMail = (portal: Portal, reader: Reader, data: Data): Mail => {
    const { to, subject, html, text, until } = compose(portal, reader, data)
    return { to, subject, html, text, ...(until !== undefined && { until }) }
  }
  return Object.assign(toMail, {
    title,
    slug: title.toLowerCase().replaceAll(' ', '-'),
    toSample: (portal: Portal) => compose(portal, sampleReader, sample),
  })
}

const sampleReader: Reader = { email: 'sam@example.com', firstName: 'Sam', emailVerifiedAt: new Date(0) }

/** By name only once the address is verified: before, whoever registered it may have given an advertisement for one. */
const greet = ({ firstName, emailVerifiedAt }: Reader) => (emailVerifiedAt ? `Hello ${firstName}` : 'Hello')
