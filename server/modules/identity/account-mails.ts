import type { Clock } from '../../platform/clock.ts'
import { hello, letterTo, type Portal, type Reader } from '../../platform/mail/letter-to.ts'
import type { Mail } from '../../platform/mail/mail.ts'

type SentCode = { code: string; expiresAt: string }

const keepToYourself = 'Nobody from Dooryard will ever ask you for it.'

/** With the code that verifies an email address. It names nobody: who typed the address in may be anybody. */
export const verificationMail = (portal: Portal, email: string, { code, expiresAt }: SentCode): Mail => ({
  ...letterTo(
    portal,
    { email },
    {
      subject: `${code} is your Dooryard code`,
      preview: 'Enter it within 10 minutes to verify your email address.',
      heading: 'Verify your email address',
      body: [
        'Enter this code to verify that this address is yours, and your account is ready.',
        { code },
        `It works once, within 10 minutes of being asked for. ${keepToYourself}`,
        { link: 'Enter the code', to: `/verify-email?email=${encodeURIComponent(email)}` },
        'If you did not ask for it, somebody mistyped an address. You need do nothing.',
      ],
      reason: 'You get this mail because somebody entered your address to open a Dooryard account.',
    },
  ),
  until: expiresAt,
})

/** To somebody whose address is registered again. */
export const existingAccountMail = (portal: Portal, email: string): Mail =>
  letterTo(
    portal,
    { email },
    {
      subject: 'You already have a Dooryard account',
      preview: 'Sign in with it, or choose a new password.',
      heading: 'You already have an account',
      body: [
        'Somebody, most likely you, tried to open an account with this address. It has one, so nothing was changed.',
        { button: 'Sign in', to: '/login' },
        { link: 'I do not remember my password', to: '/forgot-password' },
        'If it was not you, you need do nothing.',
      ],
      reason: 'You get this mail because somebody entered your address to open a Dooryard account.',
    },
  )

/** With the code that allows a new password. */
export const resetMail = (portal: Portal, reader: Reader, { code, expiresAt }: SentCode): Mail => ({
  ...letterTo(portal, reader, {
    subject: `${code} is your code for a new Dooryard password`,
    preview: 'Enter it within 10 minutes to choose a new password.',
    heading: 'Choose a new password',
    body: [
      `${hello(reader)}, enter this code to choose a new password.`,
      { code },
      `It works once, within 10 minutes of being asked for. ${keepToYourself}`,
      { link: 'Enter the code', to: `/reset-password?email=${encodeURIComponent(reader.email)}` },
      'If you did not ask for it, you need do nothing: your password stays as it is.',
    ],
    reason: 'You get this mail because somebody asked for a new password of the account with your address.',
  }),
  until: expiresAt,
})

/** With the code by which somebody for whom an administrator made an account chooses their password. */
export const invitationMail = (portal: Portal, reader: Reader, { code, expiresAt }: SentCode): Mail => ({
  ...letterTo(portal, reader, {
    subject: `You are invited to Dooryard: ${code} is your code`,
    preview: 'Choose a password within 7 days, and your account is ready.',
    heading: 'You are invited to Dooryard',
    body: [
      `${hello(reader)}, an administrator of Dooryard has made an account for you. Choose a password, and it is ready.`,
      {
        button: 'Choose your password',
        to: `/reset-password?email=${encodeURIComponent(reader.email)}&invitation=true`,
      },
      'You will be asked for this code.',
      { code },
      `It works once, within 7 days, and only the one in the newest invitation. ${keepToYourself}`,
      'If you know nothing of this, you need do nothing.',
    ],
    reason: 'You get this mail because an administrator of Dooryard made an account with your address.',
  }),
  until: expiresAt,
})

/** To somebody who asks for a code, and whose account an administrator has deactivated. */
export const deactivatedMail = (portal: Portal, reader: Reader): Mail =>
  letterTo(portal, reader, {
    subject: 'Your Dooryard account is deactivated',
    preview: 'That is why there is no code in this mail.',
    heading: 'Your account is deactivated',
    body: [
      `${hello(reader)}, somebody, most likely you, asked for a code with this address.`,
      'An administrator has deactivated its account, so there is no code. Please ask them to open it again.',
    ],
    reason: 'You get this mail because somebody entered your address at Dooryard.',
  })

/** After a password was changed or reset. */
export const passwordChangedMail = (ctx: Portal & { clock: Clock }, reader: Reader): Mail =>
  letterTo(ctx, reader, {
    subject: 'Your Dooryard password was changed',
    preview: 'Every other device was signed out. Was it not you? Then choose a new one now.',
    heading: 'Your password was changed',
    body: [
      `${hello(reader)}, the password of your account was changed on ${inWords(ctx.clock.now())}.`,
      'Every other device was signed out.',
      'If it was you, you need do nothing. If not, choose a new password now; the code for it comes to this address.',
      { button: 'Choose a new password', to: '/forgot-password' },
    ],
    reason: 'You get this mail because the password of your Dooryard account was changed.',
  })

/** After an account was closed, to the address that it had. */
export const accountClosedMail = (ctx: Portal & { clock: Clock }, reader: Reader): Mail =>
  letterTo(ctx, reader, {
    subject: 'Your Dooryard account is closed',
    preview: 'Every device was signed out, and what the account said of you is erased.',
    heading: 'Your account is closed',
    body: [
      `${hello(reader)}, your account was closed on ${inWords(ctx.clock.now())}.`,
      'Every device was signed out, and what the account said of you is erased.',
      'If it was not you, somebody knew your password. Change it wherever else you use it.',
      'You are welcome to open a new account with this address at any time.',
      { link: 'Open a new account', to: '/register' },
    ],
    reason: 'You get this mail because your Dooryard account was closed. It is the last one about it.',
  })

const instant = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

const inWords = (at: Date) => `${instant.format(at)} UTC`
