import { formatDayAndTime } from '../../util/format.ts'
import { mailTemplate } from './template.ts'

type SentCode = { code: string; expiresAt: string }

const sampleCode = { code: '271828', expiresAt: '2026-11-02T09:40:00.000Z' }
const neverShareText = 'Nobody from Dooryard will ever ask you for it.'
const worksOnceText = `It works once, within 10 minutes of being asked for. ${neverShareText}`
const registrationReason = 'You get this mail because someone entered your address to open a Dooryard account.'

/** Contains the code that verifies an email address. It names no one: anybody may have typed the address in. */
export const verificationMail = mailTemplate({
  title: 'Verification code',
  sample: sampleCode,
  write: ({ code, expiresAt }: SentCode, { email }) => ({
    subject: `${code} is your Dooryard code`,
    preview: 'Enter it within 10 minutes to verify your email address.',
    heading: 'Verify your email address',
    body: [
      'Enter this code to verify that this address is yours, and your account is ready.',
      { code },
      worksOnceText,
      { link: 'Enter the code', to: `/verify-email?email=${encodeURIComponent(email)}` },
      'If you did not ask for it, someone mistyped an address. You need do nothing.',
    ],
    reason: registrationReason,
    until: expiresAt,
  }),
})

export const existingAccountMail = mailTemplate<void>({
  title: 'Account exists already',
  sample: undefined,
  write: () => ({
    subject: 'You already have a Dooryard account',
    preview: 'Sign in with it, or choose a new password.',
    heading: 'You already have an account',
    body: [
      'Someone, most likely you, tried to open an account with this address. It has one, so nothing was changed.',
      { button: 'Sign in', to: '/login' },
      { link: 'I do not remember my password', to: '/forgot-password' },
      'If it was not you, you need do nothing.',
    ],
    reason: registrationReason,
  }),
})

export const resetMail = mailTemplate({
  title: 'Password reset code',
  sample: sampleCode,
  write: ({ code, expiresAt }: SentCode, { email, hello }) => ({
    subject: `${code} is your code for a new Dooryard password`,
    preview: 'Enter it within 10 minutes to choose a new password.',
    heading: 'Choose a new password',
    body: [
      `${hello}, enter this code to choose a new password.`,
      { code },
      worksOnceText,
      { link: 'Enter the code', to: `/reset-password?email=${encodeURIComponent(email)}` },
      'If you did not ask for it, you need do nothing: your password stays as it is.',
    ],
    reason: 'You get this mail because someone asked for a new password of the account with your address.',
    until: expiresAt,
  }),
})

export const invitationMail = mailTemplate({
  title: 'Invitation',
  sample: sampleCode,
  write: ({ code, expiresAt }: SentCode, { email, hello }) => ({
    subject: `You are invited to Dooryard: ${code} is your code`,
    preview: 'Choose a password within 7 days, and your account is ready.',
    heading: 'You are invited to Dooryard',
    body: [
      `${hello}, an administrator of Dooryard has made an account for you. Choose a password, and it is ready.`,
      { button: 'Choose your password', to: `/reset-password?email=${encodeURIComponent(email)}&invitation=true` },
      'You will be asked for this code.',
      { code },
      `It works once, within 7 days, and only the one in the newest invitation. ${neverShareText}`,
      'If you know nothing of this, you need do nothing.',
    ],
    reason: 'You get this mail because an administrator of Dooryard made an account with your address.',
    until: expiresAt,
  }),
})

export const deactivatedMail = mailTemplate<void>({
  title: 'Account is deactivated',
  sample: undefined,
  write: (_, { hello }) => ({
    subject: 'Your Dooryard account is deactivated',
    preview: 'That is why there is no code in this mail.',
    heading: 'Your account is deactivated',
    body: [
      `${hello}, someone, most likely you, asked for a code with this address.`,
      'An administrator has deactivated its account, so there is no code. Please ask them to open it again.',
    ],
    reason: 'You get this mail because someone entered your address at Dooryard.',
  }),
})

export const passwordChangedMail = mailTemplate({
  title: 'Password changed',
  sample: { at: new Date('2026-11-02T09:30:00Z') },
  write: ({ at }: { at: Date }, { hello }) => ({
    subject: 'Your Dooryard password was changed',
    preview: 'Every other device was signed out. Was it not you? Then choose a new one now.',
    heading: 'Your password was changed',
    body: [
      `${hello}, the password of your account was changed on ${formatDayAndTime(at)}.`,
      'Every other device was signed out.',
      'If it was you, you need do nothing. If not, choose a new password now; the code for it comes to this address.',
      { button: 'Choose a new password', to: '/forgot-password' },
      'Passkeys and connected accounts stay: if you do not know one, remove it in the settings of your account, too.',
    ],
    reason: 'You get this mail because the password of your Dooryard account was changed.',
  }),
})

export const accountClosedMail = mailTemplate({
  title: 'Account closed',
  sample: { at: new Date('2026-11-02T09:30:00Z') },
  write: ({ at }: { at: Date }, { hello }) => ({
    subject: 'Your Dooryard account is closed',
    preview: 'Every device was signed out, and what the account said of you is erased.',
    heading: 'Your account is closed',
    body: [
      `${hello}, your account was closed on ${formatDayAndTime(at)}.`,
      'Every device was signed out, and what the account said of you is erased.',
      'If it was not you, someone knew your password. Change it wherever else you use it.',
      'You are welcome to open a new account with this address at any time.',
      { link: 'Open a new account', to: '/register' },
    ],
    reason: 'You get this mail because your Dooryard account was closed. It is the last one about it.',
  }),
})
