import { z } from 'zod'

// Values of single environment variables: each is parsed from text, or rejected with one sentence that names its
// variable.

export const url = (name: string, protocols: string[], example: string) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    // The message never contains the value, which may hold a password.
    error: `${name} must be a URL like ${example}.`,
  })

/** Text that matches a pattern. The message never repeats the value, which may be a secret. */
export const matchingText = (form: RegExp, message: string) => z.string().regex(form, message)

export const enumValue = <const T extends readonly [string, ...string[]]>(name: string, values: T) =>
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

/** A number of days, up to a year. A longer session would be practically endless, which the limit prevents. */
export const sessionDays = (name: string) =>
  z
    .string()
    .refine((text) => /^\d{1,3}$/.test(text) && Number(text) >= 1 && Number(text) <= 365, {
      error: ({ input }) => `${name} must be a whole number of days from 1 to 365, not ${JSON.stringify(input)}.`,
    })
    .transform(Number)

/** 0 allows none. */
export const dailyLimit = (name: string, what: string) =>
  z
    .string()
    .refine((text) => /^\d{1,9}$/.test(text), {
      error: ({ input }) => `${name} must be a whole number of ${what}, not ${JSON.stringify(input)}.`,
    })
    .transform(Number)

/** A percentage, in thousandths of a percent. */
export const Percent = z
  .string()
  .refine((text) => /^\d{1,2}(\.\d{1,3})?$/.test(text), {
    error: ({ input }) => `INVOICE_TAX_PERCENT must be a percentage like 8.25, not ${JSON.stringify(input)}.`,
  })
  .transform((text) => Math.round(Number(text) * 1000))

/** A file inside the data folder, or an address: the path of either never leads elsewhere. */
export const BaseMapLocation = z.string().refine(
  (text) =>
    /^(https?|s3):\/\//.test(text)
      ? URL.canParse(text)
      : /\.pmtiles$/.test(text) && !/^[/\\]|:|\\/.test(text) && !text.split('/').includes('..'),
  // The message never contains the value, which may hold a key.
  {
    error:
      'BASEMAP must be a .pmtiles file in the data folder, like maps/county.pmtiles, or a URL like ' +
      'https://maps.example.com/us.pmtiles or s3://bucket/us.pmtiles.',
  },
)

/** The address of map pictures; the browser fills in their zoom and place in the grid. */
export const ImageryUrl = z.string().refine(
  (text) =>
    ['{z}', '{x}', '{y}'].every((part) => text.split(part).length === 2) &&
    // Its origin is written into the content security policy.
    !/^https?:\/\/[^/?#]*[{}]/i.test(text) &&
    parseHttpUrl(text.replace(/\{[xyz]\}/g, '0')) !== null,
  { error: 'IMAGERY_URL must be a URL like https://tiles.example.com/{z}/{x}/{y}.jpg.' },
)

export const ImageryMaxZoom = z
  .string()
  .refine((text) => /^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= 22, {
    error: ({ input }) => `IMAGERY_MAX_ZOOM must be a number from 1 to 22, not ${JSON.stringify(input)}.`,
  })
  .transform(Number)

const parseHttpUrl = (text: string) =>
  URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol) ? new URL(text) : null

const splitList = (text: string) => text.split(',').flatMap((item) => item.trim() || [])

/** `read` returns null for an invalid value. */
export const listValue = <Item>(name: string, read: (text: string) => Item | null, what: string) =>
  z.string().transform((text, ctx) =>
    splitList(text).map((item) => {
      const value = read(item)
      if (value === null) ctx.addIssue(`${name} must be ${what}, not ${JSON.stringify(item)}.`)
      // A list with an issue is never read.
      return value as Item
    }),
  )

/** Names a public key and a project; browsers get it too. */
export const SentryDsn = matchingText(
  /^https?:\/\/\w+@[\w.-]+(:\d+)?(\/[\w-]+)*\/\d+$/,
  'SENTRY_DSN must be like https://key@sentry.example.com/1.',
)

/** Returns the origin as browsers send it, without a path; null for anything else. */
export const parseOrigin = (text: string) =>
  URL.canParse(text) && ['http:', 'https:'].includes(new URL(text).protocol) && new URL(text).origin === text
    ? text
    : null

/** Returns a contact in the form of security.txt (RFC 9116, 2.5.3); null for anything else. */
export const parseContact = (text: string) =>
  /^mailto:[^\s@<>]+@[^\s@<>]+$/.test(text) || (/^https:\/\/\S+$/.test(text) && URL.canParse(text)) ? text : null

export const MailFrom = z.string().regex(/^([^<>\r\n"]+ <[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/, {
  error: ({ input }) => `MAIL_FROM must be like Dooryard <no-reply@example.com>, not ${JSON.stringify(input)}.`,
})
