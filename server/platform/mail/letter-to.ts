import { type Letter, layOut } from './layout.ts'
import type { Mail } from './mail.ts'

export type Portal = { publicUrl: string }
export type Reader = { email: string; firstName: string; emailVerifiedAt: Date | null }

/** A letter as a mail to one address. */
export const letterTo = ({ publicUrl }: Portal, { email }: Pick<Reader, 'email'>, letter: Letter): Mail => ({
  to: email,
  ...layOut(letter, publicUrl),
})

/** By name only once the address is verified: before, whoever registered it may have given an advertisement for one. */
export const hello = ({ firstName, emailVerifiedAt }: Reader) => (emailVerifiedAt ? `Hello ${firstName}` : 'Hello')
