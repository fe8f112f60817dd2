import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { CreditSettingChange, CreditSettingDraft } from './billing/credits.ts'
import { PasswordChange } from './identity/account.ts'
import { EmailVerification, Login, PasswordReset, Registration } from './identity/credentials.ts'

// Section 5 of the specification: the limits from both sides, and the messages to the letter.

type Body = Record<string, unknown>

/** Returns the first message of each field that is refused. */
function readMessages(schema: z.ZodType, body: Body): Record<string, string> {
  const issues = schema.safeParse(body).error?.issues ?? []
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [path.join('.'), message]))
}

const registration = {
  email: 'casey@example.com',
  password: 'correct-horse-battery',
  confirmPassword: 'correct-horse-battery',
  phone: '615-555-0102',
  firstName: 'Casey',
  lastName: 'Testwell',
}
const reset = {
  email: 'casey@example.com',
  code: '314159',
  password: 'staple-horse-battery',
  confirmPassword: 'staple-horse-battery',
}
const passwordChange = {
  currentPassword: 'correct-horse-battery',
  newPassword: 'staple-horse-battery',
  confirmPassword: 'staple-horse-battery',
}
const setting = { key: 'MAIL_READY', name: 'Mail Ready', creditRequired: 1, minCampaignVolume: 50 }

/** Expects values of these lengths to be accepted, and one character less or more to be refused with a message. */
function expectLengths(
  [schema, body, field]: [schema: z.ZodType, body: Body, field: string],
  lengths: { min?: number; max: number; short?: string; long: string },
) {
  const messageAt = (length: number) => {
    const value = 'x'.repeat(length)
    const confirmed = /password/i.test(field) ? { confirmPassword: value } : {}
    return readMessages(schema, { ...body, ...confirmed, [field]: value })
  }
  const { min, max, short, long } = lengths
  if (min !== undefined && short !== undefined) {
    expect(messageAt(min - 1)).toEqual({ [field]: short })
    expect(messageAt(min)).toEqual({})
  }
  expect(messageAt(max)).toEqual({})
  expect(messageAt(max + 1)).toEqual({ [field]: long })
}

const password = {
  ...{ min: 8, short: 'Password must be at least 8 characters' },
  ...{ max: 100, long: 'Password must be less than 100 characters' },
}

test('the example of each form is accepted', () => {
  expect(readMessages(Registration, registration)).toEqual({})
  expect(readMessages(PasswordReset, reset)).toEqual({})
  expect(readMessages(PasswordChange, passwordChange)).toEqual({})
  expect(readMessages(CreditSettingDraft, setting)).toEqual({})
})

test('an email address is valid', () => {
  const message = 'Please enter a valid email address'
  for (const email of ['', 'casey', 'casey@', '@example.com', undefined]) {
    expect(readMessages(Login, { email, password: 'x' })).toEqual({ email: message })
    expect(readMessages(Registration, { ...registration, email })).toEqual({ email: message })
    expect(readMessages(EmailVerification, { email, code: '271828' })).toEqual({ email: message })
  }
})

test('a login needs a password, of any length', () => {
  const login = { email: 'casey@example.com' }
  expect(readMessages(Login, login)).toEqual({ password: 'Password is required' })
  expect(readMessages(Login, { ...login, password: '' })).toEqual({ password: 'Password is required' })
  expect(readMessages(Login, { ...login, password: 'x' })).toEqual({})
})

describe('a registration', () => {
  test('has a password of 8 to 100 characters', () => {
    expectLengths([Registration, registration, 'password'], password)
  })

  test('has a matching confirmation', () => {
    const message = { confirmPassword: "Passwords don't match" }
    expect(readMessages(Registration, { ...registration, confirmPassword: 'another' })).toEqual(message)
    expect(readMessages(Registration, { ...registration, confirmPassword: undefined })).toEqual(message)
  })

  test('has a phone number of 6 to 15 characters', () => {
    expectLengths([Registration, registration, 'phone'], {
      ...{ min: 6, short: 'Phone number must be at least 6 characters' },
      ...{ max: 15, long: 'Phone number must be less than 15 characters' },
    })
  })

  test.each([
    ['firstName', 'First name'],
    ['lastName', 'Last name'],
  ])('has a %s of 2 to 50 characters', (field, label) => {
    expectLengths([Registration, registration, field], {
      ...{ min: 2, short: `${label} must be at least 2 characters` },
      ...{ max: 50, long: `${label} must be less than 50 characters` },
    })
  })

  test('may have a company name of up to 100 characters', () => {
    expectLengths([Registration, registration, 'companyName'], {
      max: 100,
      long: 'Company name must be less than 100 characters',
    })
  })
})

test.each([
  ['verification', 'Verification code must be 6 digits', EmailVerification, { email: 'casey@example.com' }],
  ['reset', 'Reset code must be 6 digits', PasswordReset, reset],
] as const)('a %s code has exactly 6 digits', (_, message, schema, body) => {
  for (const code of [undefined, '', '12345', '1234567', '12345a'])
    expect(readMessages(schema, { ...body, code })).toEqual({ code: message })
  expect(readMessages(schema, { ...body, code: '012345' })).toEqual({})
})

describe('a change of password', () => {
  test('needs the current password', () => {
    for (const currentPassword of ['', undefined])
      expect(readMessages(PasswordChange, { ...passwordChange, currentPassword })).toEqual({
        currentPassword: 'Current password is required',
      })
  })

  test('has a new password of 8 to 100 characters', () => {
    expectLengths([PasswordChange, passwordChange, 'newPassword'], password)
  })

  test('has a matching confirmation', () => {
    expect(readMessages(PasswordChange, { ...passwordChange, confirmPassword: 'another' })).toEqual({
      confirmPassword: "Passwords don't match",
    })
  })

  test('needs another password than the current one', () => {
    const { currentPassword } = passwordChange
    const same = { currentPassword, newPassword: currentPassword, confirmPassword: currentPassword }
    expect(readMessages(PasswordChange, same)).toEqual({
      newPassword: 'New password must be different from current password',
    })
  })
})

describe('a credit setting', () => {
  test('needs a key type', () => {
    for (const key of [undefined, '', 'EMAIL_READY'])
      expect(readMessages(CreditSettingDraft, { ...setting, key })).toEqual({ key: 'Key type is required' })
  })

  test('has a name of 1 to 100 characters', () => {
    expectLengths([CreditSettingDraft, setting, 'name'], {
      ...{ min: 1, short: 'Name is required' },
      ...{ max: 100, long: 'Name must be less than 100 characters' },
    })
    expect(readMessages(CreditSettingChange, { name: '' })).toEqual({ name: 'Name is required' })
  })

  test('may have a description of up to 255 characters', () => {
    expectLengths([CreditSettingDraft, setting, 'description'], {
      max: 255,
      long: 'Description must be less than 255 characters',
    })
  })

  test.each([
    ['creditRequired', 'Credit required must be 0 or greater'],
    ['minCampaignVolume', 'Minimum campaign volume must be 0 or greater'],
  ])('has a %s of 0 or more', (field, message) => {
    expect(readMessages(CreditSettingDraft, { ...setting, [field]: 0 })).toEqual({})
    expect(readMessages(CreditSettingDraft, { ...setting, [field]: -1 })).toEqual({ [field]: message })
  })
})
