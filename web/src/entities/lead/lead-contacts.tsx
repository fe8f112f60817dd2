import { lineTypes, type ScrubResult, scrubResults } from '@dooryard/contract/api/enums'
import type { Contact } from '@dooryard/contract/orders/leads'
import { Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { formatDay, formatPhone } from '../../lib/format/format.ts'
import { Tag } from '../../ui/display/badges.tsx'
import classes from './lead-contacts.module.css'

const scrubTones: Partial<Record<ScrubResult, 'good' | 'warn'>> = { CLEAN: 'good', NOT_SCRUBBED: 'warn' }

/** A contact of the owner; a number that may not be called is no link. */
function ContactLine({
  contact,
  renderAfter,
}: {
  contact: Contact
  renderAfter?: ((contact: Contact) => ReactNode) | undefined
}) {
  const { type, value, lineType, scrub = 'NOT_SCRUBBED', source, asOf } = contact
  const isPhone = type === 'PHONE'
  const mayCall = isPhone && scrub === 'CLEAN'
  const from = `${source}, ${formatDay(asOf)}`
  return (
    <li>
      <Group gap="0 8px">
        {!isPhone && <a href={`mailto:${value}`}>{value}</a>}
        {isPhone && (mayCall ? <a href={`tel:+1${value}`}>{formatPhone(value)}</a> : <s>{formatPhone(value)}</s>)}
        {isPhone && <Tag tone={scrubTones[scrub] ?? 'bad'}>{scrubResults.label(scrub)}</Tag>}
        {mayCall && lineType && lineType !== 'UNKNOWN' && <span>{lineTypes.label(lineType)}</span>}
      </Group>
      <Text fz={12} lh="18px" c="dimmed">
        {isPhone ? `${scrubResults.description(scrub)}. ${from}` : from}
      </Text>
      {renderAfter?.(contact)}
    </li>
  )
}

type LeadContactsProps = {
  contacts: readonly Contact[]
  /** What follows a contact in its entry. */
  renderAfter?: (contact: Contact) => ReactNode
}

export const LeadContacts = ({ contacts, renderAfter }: LeadContactsProps) => (
  <ul className={classes.contacts}>
    {contacts.map((contact) => (
      <ContactLine key={contact.value} contact={contact} renderAfter={renderAfter} />
    ))}
  </ul>
)
