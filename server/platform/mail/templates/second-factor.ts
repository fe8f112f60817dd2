import { formatDayAndTime } from '../../util/format.ts'
import { mailTemplate } from './template.ts'

const at = new Date('2026-11-02T09:30:00Z')
const what = 'an authenticator app'

const othersSignedOut = 'Every other device was signed out.'

type FactorChange = { /** With its article. */ what: string; at: Date }
type FactorAddition = { isFirst: boolean }

export const secondFactorAddedMail = mailTemplate({
  title: 'Second factor added',
  sample: { what, at, isFirst: true },
  write: ({ what, at, isFirst }: FactorChange & FactorAddition, { hello }) => ({
    subject: 'Two-step verification was set up for your Dooryard account',
    preview: `From now on ${what} is asked for when you sign in.`,
    heading: 'Two-step verification is on',
    body: [
      `${hello}, ${what} was added to your account on ${formatDayAndTime(at)}. From now on it is asked for when you sign in.`,
      ...(isFirst ? [othersSignedOut] : []),
      'Keep your recovery codes in a safe place: each of them signs you in once if you lose your device.',
      'If it was not you, choose a new password at once, and ask an administrator to reset your two-step verification.',
      { button: 'Look at your account', to: '/portal/settings/account' },
    ],
    reason: 'You get this mail because a second factor was added to your Dooryard account.',
  }),
})

export const passkeyAddedMail = mailTemplate({
  title: 'Passkey added',
  sample: { name: 'iCloud Keychain', at, isFirst: true },
  write: ({ name, at, isFirst }: { name: string; at: Date } & FactorAddition, { hello }) => ({
    subject: 'A passkey was added to your Dooryard account',
    preview: 'It signs in without your password. Was it not you? Then remove it now.',
    heading: 'A passkey was added',
    body: [
      `${hello}, the passkey “${name}” was added to your account on ${formatDayAndTime(at)}.`,
      'It signs in to your account without the password. Who signs in with the password is asked for a second factor.',
      ...(isFirst ? [othersSignedOut] : []),
      'If it was not you, remove the passkeys that you do not know, and choose a new password at once.',
      { button: 'Look at your account', to: '/portal/settings/account' },
    ],
    reason: 'You get this mail because a passkey was added to your Dooryard account.',
  }),
})

type FactorRemoval = FactorChange & { isLast: boolean }

export const secondFactorRemovedMail = mailTemplate({
  title: 'Second factor removed',
  sample: { what, at, isLast: true },
  write: ({ what, at, isLast }: FactorRemoval, { hello }) => ({
    subject: `${isLast ? 'Two-step verification' : 'A second factor'} was removed from your Dooryard account`,
    preview: isLast ? 'Your password alone now signs you in.' : `You can no longer sign in with ${what}.`,
    heading: isLast ? 'Two-step verification is off' : 'A second factor was removed',
    body: [
      `${hello}, ${what} was removed from your account on ${formatDayAndTime(at)}.`,
      isLast
        ? 'Your password alone now signs you in. Recovery codes and remembered devices are gone too.'
        : 'Other devices are no longer remembered. What else you have set up stays as it is.',
      'If it was not you, choose a new password at once.',
      { button: 'Choose a new password', to: '/forgot-password' },
    ],
    reason: 'You get this mail because a second factor was removed from your Dooryard account.',
  }),
})

export const secondFactorResetMail = mailTemplate({
  title: 'Second factor reset by an administrator',
  sample: { why: 'Lost the phone; called back at the number on file', at },
  write: ({ why, at }: { why: string; at: Date }, { hello }) => ({
    subject: 'The two-step verification of your Dooryard account was reset',
    preview: 'Your password alone now signs you in. Set it up again.',
    heading: 'Your two-step verification was reset',
    body: [
      `${hello}, an administrator reset the two-step verification of your account on ${formatDayAndTime(at)}.`,
      `The reason: ${why}`,
      'Every device was signed out. Your password alone now signs you in. Please set up two-step verification again.',
      { button: 'Set it up again', to: '/portal/settings/account' },
      'If you did not ask for it, choose a new password and tell an administrator.',
    ],
    reason: 'You get this mail because the two-step verification of your Dooryard account was reset.',
  }),
})

export const recoveryCodeUsedMail = mailTemplate({
  title: 'Recovery code used',
  sample: { left: 9, at },
  write: ({ left, at }: { left: number; at: Date }, { hello }) => {
    const leftCodes = `${left === 0 ? 'No' : left} recovery code${left === 1 ? ' is' : 's are'} left.`
    return {
      subject: 'A recovery code of your Dooryard account was used',
      preview: `${leftCodes} Was it not you? Choose a new password.`,
      heading: 'A recovery code was used',
      body: [
        `${hello}, on ${formatDayAndTime(at)} a recovery code was used in place of your second factor. ${leftCodes}`,
        'If it was not you, choose a new password at once, and then get new recovery codes.',
        { button: 'Look at your account', to: '/portal/settings/account' },
      ],
      reason: 'You get this mail because a recovery code of your Dooryard account was used.',
    }
  },
})

export const secondFactorRefusedMail = mailTemplate({
  title: 'Second factor not given',
  sample: { at },
  write: ({ at }: { at: Date }, { hello }) => ({
    subject: 'Someone could not complete a sign-in to your Dooryard account',
    preview: 'They passed the first step and gave five wrong codes. Was it not you? Choose a new password.',
    heading: 'Five wrong codes',
    body: [
      `${hello}, on ${formatDayAndTime(at)} someone passed the first step of signing in to your account, and then gave ` +
        'five wrong codes. They were not signed in.',
      'If it was you, start again, with the newest code of your app or a recovery code.',
      'If not, someone knows your password: choose a new one now.',
      { button: 'Choose a new password', to: '/forgot-password' },
    ],
    reason: 'You get this mail because someone tried to sign in to your Dooryard account.',
  }),
})
