import type { OutboxMail } from '@dooryard/contract/about'

/** The six-digit code that a mail brings, if it brings one. */
export const codeIn = ({ subject, text }: Pick<OutboxMail, 'subject' | 'text'>): string | undefined =>
  /(?<![\d-])\d{6}(?!\d)/.exec(`${subject}\n${text}`)?.[0]
