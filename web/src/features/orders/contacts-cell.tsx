import type { Contact } from '@dooryard/contract/leads'
import { lineTypes } from '@dooryard/contract/vocabularies'
import { formatDay, unknown } from '../../lib/format.ts'
import { Tag } from '../../ui/display/badges.tsx'
import classes from './leads.module.css'
import { phoneInWords, wordsOf } from './scrub-words.ts'

function Phone({ contact }: { contact: Contact }) {
  const { value, lineType, scrub = 'NOT_SCRUBBED', source, asOf } = contact
  const { label, description } = wordsOf(scrub)
  const words = phoneInWords(value)
  const mayCall = scrub === 'CLEAN'
  return (
    <li title={`${description}. From ${source}, ${formatDay(asOf)}`}>
      {mayCall ? (
        <a href={`tel:+1${value}`}>{words}</a>
      ) : (
        <>
          <s>{words}</s>
          <span className="visually-hidden"> may not be called: </span>
        </>
      )}
      <Tag tone={mayCall ? 'good' : scrub === 'NOT_SCRUBBED' ? 'warn' : 'bad'}>{label}</Tag>
      {mayCall && lineType && lineType !== 'UNKNOWN' && (
        <span className={classes.kind}>{lineTypes.label(lineType)}</span>
      )}
    </li>
  )
}

/** How an owner can be reached. A number that may not be called says why, and nothing dials it. */
export function ContactsCell({ contacts }: { contacts: Contact[] }) {
  if (contacts.length === 0) return unknown
  return (
    <ul className={classes.contacts}>
      {contacts.map((contact) =>
        contact.type === 'PHONE' ? (
          <Phone key={contact.value} contact={contact} />
        ) : (
          <li key={contact.value} title={`From ${contact.source}, ${formatDay(contact.asOf)}`}>
            <a href={`mailto:${contact.value}`}>{contact.value}</a>
          </li>
        ),
      )}
    </ul>
  )
}
