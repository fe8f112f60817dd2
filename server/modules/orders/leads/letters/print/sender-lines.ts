import type { LetterSender } from '@dooryard/contract/leads/letter-templates'

/** The return address; a company comes before the person. */
export const formatSenderLines = ({ name, company, street, unit, city, state, zip }: LetterSender): string[] =>
  [company, name, [street, unit].filter(Boolean).join(', '), `${city}, ${state} ${zip}`].filter((line) => line !== '')
