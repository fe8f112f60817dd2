import { formatDayAndTime } from '../../util/format.ts'
import { mailTemplate } from './template.ts'

const at = new Date('2026-11-02T09:30:00Z')

type SentLink = { path: string; expiresAt: string }

/** The path has the token in its fragment, which browsers send to no server, so it gets into no log. */
export const signInLinkMail = mailTemplate({
  title: 'Sign-in link',
  sample: { path: '/login/link#271828', expiresAt: '2026-11-02T09:40:00.000Z' },
  write: ({ path, expiresAt }: SentLink, { hello }) => ({
    subject: 'Your link to sign in to Dooryard',
    preview: 'Open it within 10 minutes, in the browser where you want to sign in.',
    heading: 'Sign in to Dooryard',
    body: [
      `${hello}, open this link in the browser where you want to sign in.`,
      { button: 'Sign in', to: path },
      'It works once, for 10 minutes. Do not forward it: anyone who opens it is signed in as you.',
      'If you did not ask for it, ignore this email.',
    ],
    reason: 'You get this mail because someone asked for a link to sign in to the account with your address.',
    until: expiresAt,
  }),
})

type SignInFacts = { device: string; ipAddress: string; at: Date }

export const newDeviceMail = mailTemplate({
  title: 'New sign-in',
  sample: { device: 'Chrome on Windows', ipAddress: '203.0.113.7', at },
  write: ({ device, ipAddress, at }: SignInFacts, { hello }) => ({
    subject: 'New sign-in to your Dooryard account',
    preview: `${device}, ${formatDayAndTime(at)}. Not you? Choose a new password now.`,
    heading: 'New sign-in to your account',
    body: [
      `${hello}, your account was signed in to from a new browser.`,
      `Browser: ${device}`,
      `Time: ${formatDayAndTime(at)}`,
      `Internet address: ${ipAddress}`,
      'If it was not you, choose a new password now. This signs out every device.',
      { button: 'Choose a new password', to: '/forgot-password' },
      { link: 'See active sessions', to: '/portal/settings/account' },
    ],
    reason: 'You get this mail because your Dooryard account was signed in to with a new browser.',
  }),
})

type Connection = { provider: string; providerEmail: string | null; at: Date }

export const providerConnectedMail = mailTemplate({
  title: 'Sign-in provider connected',
  sample: { provider: 'Google', providerEmail: 'sam@example.com', at },
  write: ({ provider, providerEmail, at }: Connection, { hello }) => ({
    subject: `${provider} now signs in to your Dooryard account`,
    preview: 'Not you? Disconnect it and choose a new password.',
    heading: `${provider} is connected`,
    body: [
      `${hello}, since ${formatDayAndTime(at)} this ${provider} account signs in to your Dooryard account: ` +
        `${providerEmail ?? 'one without an email address'}.`,
      'If it was not you, disconnect it in your settings and choose a new password.',
      { button: 'See connected accounts', to: '/portal/settings/account' },
      { link: 'Choose a new password', to: '/forgot-password' },
    ],
    reason: `You get this mail because a ${provider} account was connected with your Dooryard account.`,
  }),
})

export const providerDisconnectedMail = mailTemplate({
  title: 'Sign-in provider disconnected',
  sample: { provider: 'Google', providerEmail: 'sam@example.com', at },
  write: ({ provider, providerEmail, at }: Connection, { hello }) => ({
    subject: `${provider} no longer signs in to your Dooryard account`,
    preview: 'Not you? Choose a new password.',
    heading: `${provider} is disconnected`,
    body: [
      `${hello}, since ${formatDayAndTime(at)} this ${provider} account no longer signs in to your Dooryard account: ` +
        `${providerEmail ?? 'one without an email address'}.`,
      'If it was not you, choose a new password now.',
      { button: 'Choose a new password', to: '/forgot-password' },
      { link: 'See connected accounts', to: '/portal/settings/account' },
    ],
    reason: `You get this mail because a ${provider} account was disconnected from your Dooryard account.`,
  }),
})
