import type { OutboxMail } from '@dooryard/contract/about'

/** The six-digit code that a mail brings, if it brings one: its subject says so. Other numbers of six digits are no codes. */
export const codeIn = ({ subject }: Pick<OutboxMail, 'subject'>): string | undefined =>
  /(?<!\d)\d{6}(?= is your .*(code|password))/.exec(subject)?.[0]
