import { maxPageSize } from '@dooryard/contract/limits'
import { z } from 'zod'

// The values of single environment variables: each is read from text, and refused in one sentence that names its variable.

export const url = (name: string, protocols: string[], example: string) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    // Never the value: it may hold a password.
    error: `${name} must be a URL like ${example}.`,
  })

/** Text of a certain form; the message never repeats it, since it may be a secret. */
export const matching = (form: RegExp, message: string) => z.string().regex(form, message)

export const oneOf = <const T extends readonly [string, ...string[]]>(name: string, values: T) =>
  z.enum(values, { error: ({ input }) => `${name} must be one of ${values.join(', ')}, not ${JSON.stringify(input)}.` })

export const Port = z
  .string()
  .refine((text) => /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535, {
    error: ({ input }) => `PORT must be a number from 1 to 65535, not ${JSON.stringify(input)}.`,
  })
  .transform(Number)

export const megabyte = 1024 * 1024

export const megabytes = (name: string) =>
  z
    .string()
    .refine((text) => /^\d{1,7}$/.test(text) && Number(text) >= 1, {
      error: ({ input }) => `${name} must be a whole number of megabytes, not ${JSON.stringify(input)}.`,
    })
    .transform((text) => Number(text) * megabyte)

/** A number of days. Beyond a year a session would be as good as endless, which is what this is against. */
export const sessionDays = (name: string) =>
  z
    .string()
    .refine((text) => /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= 365, {
      error: ({ input }) => `${name} must be a whole number of days from 1 to 365, not ${JSON.stringify(input)}.`,
    })
    .transform(Number)

/** 0 for none. */
export const dailyLimit = (name: string, what: string) =>
  z
    .string()
    .refine((text) => /^\d{1,9}$/.test(text), {
      error: ({ input }) => `${name} must be a whole number of ${what}, not ${JSON.stringify(input)}.`,
    })
    .transform(Number)

/** Below the largest page every call for one would be refused. */
export const OwnerRows = dailyLimit('OWNER_ROWS_PER_DAY', 'rows').refine((rows) => rows >= maxPageSize, {
  error: `OWNER_ROWS_PER_DAY must be at least ${maxPageSize}, the rows of the largest page.`,
})

/** A percentage, in thousandths of a percent. */
export const Percent = z
  .string()
  .refine((text) => /^\d{1,2}(\.\d{1,3})?$/.test(text), {
    error: ({ input }) => `INVOICE_TAX_PERCENT must be a percentage like 8.25, not ${JSON.stringify(input)}.`,
  })
  .transform((text) => Math.round(Number(text) * 1000))

const listed = (text: string) => text.split(',').flatMap((item) => item.trim() || [])

/** `read` gives null for what it cannot take. */
export const listOf = <Item>(name: string, read: (text: string) => Item | null, what: string) =>
  z.string().transform((text, ctx) =>
    listed(text).map((item) => {
      const value = read(item)
      if (value === null) ctx.addIssue(`${name} must be ${what}, not ${JSON.stringify(item)}.`)
      // A list with an issue is read by nobody.
      return value as Item
    }),
  )

/** As browsers send it, without a path; null for anything else. */
export const readOrigin = (text: string) =>
  URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol) && new URL(text).origin === text
    ? text
    : null

/** As security.txt has it (RFC 9116, 2.5.3); null for anything else. */
export const readContact = (text: string) =>
  /^mailto:[^\s@<>]+@[^\s@<>]+$/.test(text) || (/^https:\/\/\S+$/.test(text) && URL.canParse(text)) ? text : null

export const MailFrom = z.string().regex(/^([^<>\r\n"]+ <[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/, {
  error: ({ input }) => `MAIL_FROM must be like Dooryard <no-reply@example.com>, not ${JSON.stringify(input)}.`,
})
