import { formatDayAndTime } from '../../util/format.ts'
import { mailTemplate } from './template.ts'

type SentCode = { code: string; expiresAt: string }

const sampleCode = { code: '271828', expiresAt: '2026-11-02T09:40:00.000Z' }
const neverShareText = 'Nobody from Dooryard will ever ask you for it.'
const worksOnceText = `It works once, for 10 minutes. ${neverShareText}`
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
      'Enter this code to verify your address and finish signing up.',
      { code },
      worksOnceText,
      { link: 'Enter the code', to: `/verify-email?email=${encodeURIComponent(email)}` },
      'If you did not sign up, ignore this email.',
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
    preview: 'Sign in, or reset your password.',
    heading: 'You already have an account',
    body: [
      'Someone, most likely you, tried to sign up with this address. It already has an account, so nothing was changed.',
      { button: 'Sign in', to: '/login' },
      { link: 'Forgot password?', to: '/forgot-password' },
      'If it was not you, ignore this email.',
    ],
    reason: registrationReason,
  }),
})

export const resetMail = mailTemplate({
  title: 'Password reset code',
  sample: sampleCode,
  write: ({ code, expiresAt }: SentCode, { email, hello }) => ({
    subject: `${code} is your code for a new Dooryard password`,
    preview: 'Enter it within 10 minutes to reset your password.',
    heading: 'Choose a new password',
    body: [
      `${hello}, enter this code to choose a new password.`,
      { code },
      worksOnceText,
      { link: 'Enter the code', to: `/reset-password?email=${encodeURIComponent(email)}` },
      'If you did not ask for it, ignore this email. Your password stays the same.',
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
    preview: 'Choose a password within 7 days to get started.',
    heading: 'You are invited to Dooryard',
    body: [
      `${hello}, an administrator created a Dooryard account for you. Choose a password to get started.`,
      { button: 'Choose your password', to: `/reset-password?email=${encodeURIComponent(email)}&invitation=true` },
      'You will be asked for this code.',
      { code },
      `It works once, within 7 days, and only the one in the newest invitation. ${neverShareText}`,
      'If you did not expect this, ignore this email.',
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
    preview: 'No code was sent.',
    heading: 'Your account is deactivated',
    body: [
      `${hello}, someone, most likely you, asked for a code with this address.`,
      'Its account is deactivated, so no code was sent. Ask an administrator to reactivate it.',
    ],
    reason: 'You get this mail because someone entered your address at Dooryard.',
  }),
})

export const passwordChangedMail = mailTemplate({
  title: 'Password changed',
  sample: { at: new Date('2026-11-02T09:30:00Z') },
  write: ({ at }: { at: Date }, { hello }) => ({
    subject: 'Your Dooryard password was changed',
    preview: 'All other devices were signed out. Not you? Choose a new one now.',
    heading: 'Your password was changed',
    body: [
      `${hello}, the password of your account was changed on ${formatDayAndTime(at)}.`,
      'Every other device was signed out.',
      'If it was not you, choose a new password now. We send the code to this address.',
      { button: 'Choose a new password', to: '/forgot-password' },
      'Passkeys and connected accounts still work. Remove any that you do not recognize in your account settings.',
    ],
    reason: 'You get this mail because the password of your Dooryard account was changed.',
  }),
})

export const accountClosedMail = mailTemplate({
  title: 'Account closed',
  sample: { at: new Date('2026-11-02T09:30:00Z') },
  write: ({ at }: { at: Date }, { hello }) => ({
    subject: 'Your Dooryard account is closed',
    preview: 'All devices were signed out and your personal data was deleted.',
    heading: 'Your account is closed',
    body: [
      `${hello}, your account was closed on ${formatDayAndTime(at)}.`,
      'All devices were signed out and your personal data was deleted.',
      'If it was not you, someone knew your password. Change it wherever else you use it.',
      'You can create a new account with this address at any time.',
      { link: 'Create a new account', to: '/register' },
    ],
    reason: 'You get this mail because your Dooryard account was closed. It is the last one about it.',
  }),
})
