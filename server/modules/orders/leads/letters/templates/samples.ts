import type { LetterSender } from '@dooryard/contract/leads/letter-templates'
import { type MergeField, type MergeValues, mergeFields } from '@dooryard/contract/leads/merge-fields'
import type { Recipient } from '../print/lay-out-sheets.ts'

const examples = Object.fromEntries(mergeFields.map(({ name, example }) => [name, example])) as Record<
  MergeField,
  string
>

/** A made-up recipient, for who has no leads yet. */
export const sampleRecipient: Recipient = {
  values: examples,
  address: ['Jordan Sampleton and Alex Sampleton', '40 Sample Plaza', 'Knoxville, TN 37902'],
}

/** A made-up return address until there is one. */
export const sampleSender: LetterSender = {
  ...{ name: 'Casey Example', company: 'Example Home Buyers', phone: '(615) 555-0142' },
  ...{ street: '40 Sample Plaza', unit: 'Ste 4', city: 'Knoxville', state: 'TN', zip: '37902' },
}

const longValues: MergeValues = {
  ...examples,
  'owner.greeting': 'Dear Christopher and Alexandria',
  'owner.firstName': 'Christopher',
  'owner.lastName': 'Exampleton-Sampleworth',
  'owner.name': 'Christopher J Exampleton-Sampleworth and Alexandria M Exampleton-Sampleworth',
  'owner.company': 'Exampleton Sampleworth Residential Holdings Company LLC',
  'property.street': '12345 Southwest Exampleton Meadow Pkwy Apt 1204',
  'property.city': 'Rancho Exampleton Heights',
  'property.county': 'Exampleton and Sampleworth County',
}

/** A recipient with about the longest values there are: a template that fits it fits nearly all. */
export const buildLongRecipient = ({ name, company, phone }: LetterSender): Recipient => ({
  values: { ...longValues, 'sender.name': name, 'sender.company': company, 'sender.phone': phone },
  address: [longValues['owner.name'], longValues['property.street'], 'Rancho Exampleton Heights, CA 90000-1234'],
})
