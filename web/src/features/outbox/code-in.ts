import type { OutboxMail } from '@dooryard/contract/about'

/** The six-digit code of a mail whose subject speaks of a code. Invoices, keys and addresses have numbers of six digits too. */
export const codeIn = ({ subject, text }: Pick<OutboxMail, 'subject' | 'text'>): string | undefined =>
  /\bcode\b/.test(subject) ? /(?<![\d-])\d{6}(?!\d)/.exec(`${subject}\n${text}`)?.[0] : undefined
