import type { OutboxMail } from '@dooryard/contract/about'

/**
 * The six-digit code of a mail whose subject mentions a code. Invoices, keys and addresses contain six-digit numbers
 * too.
 */
export const findCode = ({ subject, text }: Pick<OutboxMail, 'subject' | 'text'>): string | undefined =>
  /\bcode\b/.test(subject) ? /(?<![\d-])\d{6}(?!\d)/.exec(`${subject}\n${text}`)?.[0] : undefined
