import { z } from 'zod'
import { classified } from '../api/data-classes.ts'
import { adminEndpoint, type EndpointLimit, endpointFactory } from '../api/endpoint.ts'
import { reason } from '../api/reason.ts'
import { Role } from '../api/roles.ts'
import { machineText } from '../api/text.ts'
import { SignedIn } from './auth.ts'
import { passwordCheckLimit } from './owner-password.ts'
import { SecondFactorMethod } from './second-factor-methods.ts'
import { ExistingPassword } from './users.ts'
import { PasskeyAssertion } from './webauthn.ts'

const totpCodeMessage = 'The code of your app has 6 digits'
const TotpCode = z
  .string(totpCodeMessage)
  .trim()
  .regex(/^\d{6}$/, totpCodeMessage)

const recoveryCodeMessage = 'A recovery code has 10 letters and digits'
const RecoveryCode = z
  .string(recoveryCodeMessage)
  .trim()
  .regex(/^\w{5}[- ]?\w{5}$/, recoveryCodeMessage)

const proofs = [
  z.object({ method: z.literal('TOTP'), code: TotpCode }),
  z.object({ method: z.literal('RECOVERY_CODE'), code: RecoveryCode }),
  z.object({ method: z.literal('PASSKEY'), passkey: PasskeyAssertion }),
] as const

/** What a person proves a second factor with; each code and each response of a passkey works once. */
export const SecondFactorProof = z
  .discriminatedUnion('method', [...proofs], 'There is no such method')
  .meta({ id: 'SecondFactorProof', example: { method: 'TOTP', code: '271828' } })
export type SecondFactorProof = z.infer<typeof SecondFactorProof>

const challengeMessage = 'The challenge of a sign-in is required'
export const challengeField = machineText(challengeMessage, 100)
const challengeFields = {
  challenge: challengeField,
  rememberDevice: z.boolean().default(false).describe('Sets a cookie with which this browser is not asked for 30 days'),
}

export const SecondFactorAnswer = z
  .discriminatedUnion(
    'method',
    [proofs[0].extend(challengeFields), proofs[1].extend(challengeFields), proofs[2].extend(challengeFields)],
    'There is no such method',
  )
  .meta({
    id: 'SecondFactorAnswer',
    example: { method: 'TOTP', code: '271828', challenge: 'kT3v', rememberDevice: false },
  })
export type SecondFactorAnswer = z.infer<typeof SecondFactorAnswer>

export const RememberedDevice = z
  .object({
    id: z.string(),
    userAgent: classified('personal', z.string()),
    createdAt: z.iso.datetime(),
    lastUsedAt: z.iso.datetime(),
    expiresAt: z.iso.datetime(),
    isCurrent: z.boolean(),
  })
  .meta({
    id: 'RememberedDevice',
    example: { userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36' },
  })
export type RememberedDevice = z.infer<typeof RememberedDevice>

const SecondFactorState = z
  .object({
    methods: z.array(SecondFactorMethod).describe('Empty without a second factor'),
    isRequired: z.boolean().describe("An administrator requires it for the user's role"),
    totpConfirmedAt: z.iso.datetime().optional().describe('When the authenticator app was set up'),
    recoveryCodesLeft: z.int(),
    devices: z.array(RememberedDevice),
  })
  .meta({ id: 'SecondFactorState' })
export type SecondFactorState = z.infer<typeof SecondFactorState>

const TotpStart = z
  .object({ password: ExistingPassword('Password') })
  .meta({ id: 'TotpStart', example: { password: 'correct-horse-battery' } })

const TotpSecret = z
  .object({
    secret: classified('secret', z.string()).describe('In base 32, to be typed in'),
    uri: classified('secret', z.string()).describe('An `otpauth` address, to be shown as a QR code'),
  })
  .meta({
    id: 'TotpSecret',
    example: {
      secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
      uri: 'otpauth://totp/Dooryard:erin%40example.com?issuer=Dooryard&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
    },
  })
export type TotpSecret = z.infer<typeof TotpSecret>

const TotpConfirmation = z.object({ code: TotpCode }).meta({ id: 'TotpConfirmation', example: { code: '271828' } })

export const RecoveryCodes = z
  .object({ recoveryCodes: z.array(classified('secret', z.string())).describe('Shown only once') })
  .meta({ id: 'RecoveryCodes', example: { recoveryCodes: ['7K3QX-M9TDA', 'R2HZ8-W4FNC'] } })
export type RecoveryCodes = z.infer<typeof RecoveryCodes>

const hourSeconds = 3600

/** Wrong codes of an account, from wherever. At this pace, one of the three codes valid at a time takes two years to guess. */
export const secondFactorLimit = {
  ...{ name: 'second-factor', per: 'account', times: 20, seconds: hourSeconds, counts: 'failures' },
} as const satisfies EndpointLimit

const publicEndpoint = endpointFactory({ tag: 'Account', access: 'ANYONE' })

/** Open to those who have yet to set up what their role requires. */
const ownEndpoint = endpointFactory({
  ...{ tag: 'Account', access: 'SIGNED_IN' },
  refusedWhileImpersonating: true,
  beforeSecondFactor: true,
})

export const secondFactor = {
  complete: publicEndpoint(
    'POST /v1/auth/public/second-factor',
    'Complete a sign-in that returned SECOND_FACTOR_REQUIRED',
    {
      body: SecondFactorAnswer,
      response: SignedIn,
      data: ['personal', 'secret'],
      limits: [{ name: 'second-factor-address', per: 'address', times: 60, seconds: hourSeconds, counts: 'failures' }],
      errors: ['NOT_AUTHENTICATED', 'UNPROCESSABLE'],
    },
  ),
  stepUp: ownEndpoint(
    'POST /v1/auth/private/step-up',
    'Confirm your identity for calls that return STEP_UP_REQUIRED; valid for 10 minutes in this session',
    { body: SecondFactorProof, status: 204, limits: [secondFactorLimit], errors: ['UNPROCESSABLE'] },
  ),
  state: ownEndpoint('GET /v1/auth/private/second-factor', "Get the user's second factor and remembered devices", {
    response: SecondFactorState,
    data: ['personal'],
  }),
  startTotp: ownEndpoint(
    'POST /v1/auth/private/second-factor/totp',
    'Get a secret for an authenticator app; nothing changes until its first code is confirmed',
    {
      body: TotpStart,
      response: TotpSecret,
      data: ['secret'],
      limits: [passwordCheckLimit],
      stepUp: true,
      errors: ['UNPROCESSABLE', 'CONFLICT', 'UNAVAILABLE'],
    },
  ),
  confirmTotp: ownEndpoint(
    'POST /v1/auth/private/second-factor/totp/confirm',
    'Turn on the authenticator app with its first code; the first second factor brings ten recovery codes',
    {
      body: TotpConfirmation,
      response: RecoveryCodes,
      data: ['secret'],
      limits: [secondFactorLimit],
      stepUp: true,
      errors: ['UNPROCESSABLE', 'CONFLICT'],
    },
  ),
  removeTotp: ownEndpoint('DELETE /v1/auth/private/second-factor/totp', 'Turn off the authenticator app', {
    status: 204,
    stepUp: true,
    errors: ['NOT_FOUND'],
  }),
  renewRecoveryCodes: ownEndpoint(
    'POST /v1/auth/private/second-factor/recovery-codes',
    'Get ten new recovery codes; the previous ones stop working',
    { response: RecoveryCodes, data: ['secret'], stepUp: true, errors: ['CONFLICT'] },
  ),
  removeDevice: ownEndpoint(
    'DELETE /v1/auth/private/second-factor/devices/{deviceId}',
    'Ask a remembered device for the second factor again',
    { params: z.object({ deviceId: z.uuid('There is no such device') }), status: 204 },
  ),
  removeDevices: ownEndpoint(
    'DELETE /v1/auth/private/second-factor/devices',
    'Ask every remembered device for the second factor again',
    { status: 204 },
  ),
}

const SecondFactorPolicy = z
  .object({
    role: Role,
    isRequired: z.boolean(),
    changedAt: z.iso.datetime().optional().describe('Absent if it was never changed'),
  })
  .meta({ id: 'SecondFactorPolicy' })
export type SecondFactorPolicy = z.infer<typeof SecondFactorPolicy>

const SecondFactorPolicies = z.object({ items: z.array(SecondFactorPolicy) }).meta({ id: 'SecondFactorPolicies' })
export type SecondFactorPolicies = z.infer<typeof SecondFactorPolicies>

export const SecondFactorPolicyChange = z
  .strictObject({ role: z.enum(Role.options, 'Choose a role'), isRequired: z.boolean(), reason })
  .meta({
    id: 'SecondFactorPolicyChange',
    example: { role: 'SUPER_ADMIN', isRequired: true, reason: 'Our insurer asks for it' },
  })
export type SecondFactorPolicyChange = z.infer<typeof SecondFactorPolicyChange>

const UserParams = z.object({ id: z.uuid('There is no such user') })

export const SecondFactorReset = z
  .strictObject({ reason })
  .meta({ id: 'SecondFactorReset', example: { reason: 'Lost the phone; called back at the number on file' } })
export type SecondFactorReset = z.infer<typeof SecondFactorReset>

export const adminSecondFactor = {
  policies: adminEndpoint(
    'GET /v1/admin/second-factor-policies',
    'List the roles, and whether each requires a second factor',
    {
      response: SecondFactorPolicies,
    },
  ),
  changePolicy: adminEndpoint(
    'PATCH /v1/admin/second-factor-policies',
    'Require a second factor for a role, or stop requiring it',
    { body: SecondFactorPolicyChange, response: SecondFactorPolicies, stepUp: true, errors: ['UNPROCESSABLE'] },
  ),
  get: adminEndpoint('GET /v1/admin/users/{id}/second-factor', "List the methods of a user's second factor", {
    params: UserParams,
    response: z.object({ methods: z.array(SecondFactorMethod), isRequired: z.boolean() }),
  }),
  reset: adminEndpoint(
    'POST /v1/admin/users/{id}/reset-second-factor',
    'Remove the second factor and the remembered devices of a user who has lost it, and end their sessions',
    { params: UserParams, body: SecondFactorReset, status: 204, stepUp: true, errors: ['CONFLICT', 'UNPROCESSABLE'] },
  ),
}
