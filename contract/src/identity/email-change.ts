import { z } from 'zod'
import { endpointFactory } from '../api/endpoint.ts'
import { reason } from '../api/reason.ts'
import { codeMailLimits, hourSeconds, MessageResponse } from './auth.ts'
import { codeField } from './credentials.ts'
import { passwordCheckLimit } from './owner-password.ts'
import { Email, ExistingPassword, User } from './users.ts'

export const EmailChangeRequest = z
  .strictObject({ email: Email.describe('The new address'), password: ExistingPassword('Password') })
  .meta({ id: 'EmailChangeRequest', example: { email: 'casey@example.org', password: 'correct-horse-battery' } })
export type EmailChangeRequest = z.infer<typeof EmailChangeRequest>

export const EmailChangeConfirmation = z
  .strictObject({
    newCode: codeField('Verification code must be 6 digits').describe('The code mailed to the new address'),
    currentCode: codeField('Verification code must be 6 digits').describe('The code mailed to the current address'),
  })
  .meta({ id: 'EmailChangeConfirmation', example: { newCode: '271828', currentCode: '314159' } })
export type EmailChangeConfirmation = z.infer<typeof EmailChangeConfirmation>

export const AdminEmailChange = z.strictObject({ email: Email, reason }).meta({
  id: 'AdminEmailChange',
  example: { email: 'casey@example.org', reason: 'Lost the old mailbox; called back at the number on file' },
})
export type AdminEmailChange = z.infer<typeof AdminEmailChange>

const accountEndpoint = endpointFactory({ tag: 'Account', access: 'SIGNED_IN' })

export const emailChange = {
  request: accountEndpoint(
    'POST /v1/auth/private/email-change',
    'Request a new email address: a code is sent to it, and another one to the current address',
    {
      body: EmailChangeRequest,
      response: MessageResponse,
      status: 202,
      // The new address shares its limits with registrations: together they send it no more than either alone.
      limits: [
        passwordCheckLimit,
        { name: 'email-change', per: 'account', times: 10, seconds: hourSeconds },
        ...codeMailLimits('verification-mail'),
      ],
      errors: ['UNPROCESSABLE', 'UNAVAILABLE'],
      refusedWhileImpersonating: true,
      stepUp: true,
    },
  ),
  confirm: accountEndpoint(
    'POST /v1/auth/private/email-change/confirm',
    'Change the email address with the codes sent to both addresses; all other sessions end',
    {
      body: EmailChangeConfirmation,
      response: User,
      data: ['personal'],
      limits: [{ name: 'email-change-code', per: 'account', times: 20, seconds: hourSeconds }],
      errors: ['UNPROCESSABLE', 'CONFLICT'],
      refusedWhileImpersonating: true,
      stepUp: true,
    },
  ),
}

export const adminEmailChange = {
  change: endpointFactory({ tag: 'Administration', access: ['SUPER_ADMIN'] })(
    'POST /v1/admin/users/{id}/email',
    'Replace the email address of a user who has lost the mailbox; their sessions end until they verify the new address',
    {
      params: z.object({ id: z.uuid('There is no such user') }),
      body: AdminEmailChange,
      response: User,
      data: ['personal'],
      limits: [{ name: 'admin-email-change', per: 'account', times: 60, seconds: hourSeconds }],
      errors: ['CONFLICT', 'UNPROCESSABLE'],
      stepUp: true,
    },
  ),
}
