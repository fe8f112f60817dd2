import type { Contact } from '@dooryard/contract/leads'
import { lineTypes, scrubResults } from '@dooryard/contract/vocabularies'
import { formatDay } from '../../lib/format.ts'
import { Tag } from '../../ui/display/badges.tsx'
import classes from './lead-drawer.module.css'
import { phoneInWords } from './lead-words.ts'

const meanings = new Map(scrubResults.terms.map((term) => [term.value, term.description]))

function PhoneLine({ contact }: { contact: Contact }) {
  const { value, lineType, scrub = 'NOT_SCRUBBED', source, asOf } = contact
  const mayCall = scrub === 'CLEAN'
  const words = phoneInWords(value)
  return (
    <li>
      <span className={classes.reach}>
        {mayCall ? <a href={`tel:+1${value}`}>{words}</a> : <s>{words}</s>}
        <Tag tone={mayCall ? 'good' : scrub === 'NOT_SCRUBBED' ? 'warn' : 'bad'}>{scrubResults.label(scrub)}</Tag>
        {mayCall && lineType && lineType !== 'UNKNOWN' && <span>{lineTypes.label(lineType)}</span>}
      </span>
      <span className={classes.byline}>
        {meanings.get(scrub)}. {source}, {formatDay(asOf)}
      </span>
    </li>
  )
}

/** How the owner of a lead can be reached; nothing dials a number that may not be called. */
export function LeadContacts({ contacts }: { contacts: readonly Contact[] }) {
  return (
    <ul className={classes.contacts}>
      {contacts.map((contact) =>
        contact.type === 'PHONE' ? (
          <PhoneLine key={contact.value} contact={contact} />
        ) : (
          <li key={contact.value}>
            <span className={classes.reach}>
              <a href={`mailto:${contact.value}`}>{contact.value}</a>
            </span>
            <span className={classes.byline}>
              {contact.source}, {formatDay(contact.asOf)}
            </span>
          </li>
        ),
      )}
    </ul>
  )
}
