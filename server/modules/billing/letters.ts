import { type Letter, layOut } from '../../platform/mail/layout.ts'
import type { Mail } from '../../platform/mail/mail.ts'

export type Portal = { publicUrl: string }
export type Reader = { email: string; firstName: string; emailVerifiedAt: Date | null }

export const letterTo = ({ publicUrl }: Portal, { email }: Pick<Reader, 'email'>, letter: Letter): Mail => ({
  to: email,
  ...layOut(letter, publicUrl),
})

/** By name only once the address is verified: before, it may be somebody else's. */
export const hello = ({ firstName, emailVerifiedAt }: Reader) => (emailVerifiedAt ? `Hello ${firstName}` : 'Hello')

export const plansPage = '/portal/settings/subscription'
