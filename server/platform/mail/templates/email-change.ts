import { formatDayAndTime } from '../../util/format.ts'
import { mailTemplate } from './template.ts'

type SentCode = { code: string; expiresAt: string }

const at = new Date('2026-11-02T09:30:00Z')
const sampleCode = { code: '271828', expiresAt: '2026-11-02T09:40:00.000Z' }
const neverShareText = 'It works for 10 minutes. Nobody from Dooryard will ever ask you for it.'
const enterText = 'Enter this code where you asked for the change, together with the code sent to the other address.'

/** To the new address. It names no one: anybody may have typed the address in. */
export const newEmailCodeMail = mailTemplate({
  title: 'Code for a new email address',
  sample: sampleCode,
  write: ({ code, expiresAt }: SentCode) => ({
    subject: `${code} verifies your new email address`,
    preview: 'Enter it within 10 minutes.',
    heading: 'Verify your new email address',
    body: [enterText, { code }, neverShareText, 'If you did not ask for it, ignore this email.'],
    reason: 'You get this mail because someone entered this address as the new one of their Dooryard account.',
    until: expiresAt,
  }),
})

/** To the current address. */
export const oldEmailCodeMail = mailTemplate({
  title: 'Code to change the email address',
  sample: { ...sampleCode, newEmail: 'sam@example.org' },
  write: ({ code, expiresAt, newEmail }: SentCode & { newEmail: string }, { hello }) => ({
    subject: `${code} confirms your change of email address`,
    preview: `To ${newEmail}. Not you? Change your password.`,
    heading: 'Confirm your change of email address',
    body: [
      `${hello}, someone signed in to your account asked to change its email address to ${newEmail}.`,
      enterText,
      { code },
      neverShareText,
      'If it was not you, someone knows your password. Change it now; nothing has changed so far.',
      { link: 'Change password', to: '/forgot-password' },
    ],
    reason: 'You get this mail because a change of the email address of your Dooryard account was requested.',
    until: expiresAt,
  }),
})

/** To the new address, where it has an account. */
export const emailTakenMail = mailTemplate<void>({
  title: 'Email address has an account',
  sample: undefined,
  write: () => ({
    subject: 'This address already has a Dooryard account',
    preview: 'It cannot be used for another account.',
    heading: 'This address already has an account',
    body: [
      'Someone, most likely you, tried to use this address for another Dooryard account. Nothing was changed.',
      'To use it there, first close the account that has it or change its address.',
      { button: 'Sign in', to: '/login' },
      'If it was not you, ignore this email.',
    ],
    reason: 'You get this mail because someone entered this address as the new one of their Dooryard account.',
  }),
})

/** To the old address. */
export const emailChangedMail = mailTemplate({
  title: 'Email address changed',
  sample: { newEmail: 'sam@example.org', at },
  write: ({ newEmail, at }: { newEmail: string; at: Date }, { hello }) => ({
    subject: 'The email address of your Dooryard account was changed',
    preview: `It is now ${newEmail}. Not you? Contact an administrator.`,
    heading: 'Your email address was changed',
    body: [
      `${hello}, the email address of your account was changed to ${newEmail} on ${formatDayAndTime(at)}.`,
      'Every other device was signed out. Passkeys and connected accounts still work.',
      'If it was not you, contact an administrator now: this address no longer opens the account.',
    ],
    reason: 'You get this mail because this was the address of a Dooryard account. It is the last one about it.',
  }),
})

/** To the old address. */
/** To the old address, which someone else may read: it does not name the new one. */
export const emailReplacedMail = mailTemplate({
  title: 'Email address changed by an administrator',
  sample: { why: 'Lost the mailbox; called back at the number on file', at },
  write: ({ why, at }: { why: string; at: Date }, { hello }) => ({
    subject: 'An administrator changed the email address of your Dooryard account',
    preview: 'This address no longer signs in. Did you not ask for it? Contact an administrator.',
    heading: 'Your email address was changed',
    body: [
      `${hello}, an administrator changed the email address of your account on ${formatDayAndTime(at)}.`,
      `Reason: ${why}`,
      'This address and connected accounts no longer sign in, and every device was signed out.',
      'If you did not ask for it, contact an administrator now.',
    ],
    reason: 'You get this mail because this was the address of a Dooryard account. It is the last one about it.',
  }),
})
