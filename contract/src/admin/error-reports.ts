import { z } from 'zod'
import { classified } from '../api/data-classes.ts'
import { isoDateTime } from '../api/date-time.ts'
import { endpointFactory } from '../api/endpoint.ts'
import { PageQuery, pageSchema } from '../api/paging.ts'
import { textLine, textLines } from '../api/text.ts'

/** Where an error happened. */
export const errorLayers = ['BROWSER', 'API', 'WORKER'] as const
export type ErrorLayer = (typeof errorLayers)[number]

export const breadcrumbKinds = ['NAVIGATION', 'CALL', 'CLICK'] as const

/** Longer texts are cut by the client and refused by the server. */
export const errorReportLimits = {
  name: 100,
  message: 1_000,
  stack: 10_000,
  page: 500,
  crumb: 200,
  crumbs: 20,
} as const

const ErrorId = z.string().regex(/^[0-9A-Z]{8,32}$/, 'An error id has 8 to 32 capital letters and digits')

/** A ULID, as the server makes them. */
const RequestId = z
  .string()
  .regex(/^[0-9A-HJKMNP-TV-Z]{26}$/, 'A request id has 26 capital letters and digits, without I, L, O and U')

const time = isoDateTime('A time must be an instant like 2026-11-02T09:30:00Z')

const Breadcrumb = z.object({
  at: time,
  kind: z.enum(breadcrumbKinds),
  text: classified('personal', textLine().max(errorReportLimits.crumb)),
})
export type Breadcrumb = z.infer<typeof Breadcrumb>

/** An error in a browser, as the browser reports it. */
const BrowserError = z
  .strictObject({
    id: ErrorId.describe('The Error ID on the screen'),
    name: textLine().max(errorReportLimits.name),
    message: textLine().max(errorReportLimits.message),
    stack: textLines().max(errorReportLimits.stack).optional(),
    page: textLine().max(errorReportLimits.page).describe('The address, without parameters that name a person'),
    release: z
      .string()
      .regex(/^[\w.+-]{1,100}$/, 'A release has at most 100 letters, digits, dots, plus signs and hyphens')
      .optional(),
    requestId: RequestId.optional().describe('The request whose response is the error'),
    occurredAt: time,
    breadcrumbs: z.array(Breadcrumb).max(errorReportLimits.crumbs).default([]),
  })
  .meta({
    id: 'BrowserError',
    example: {
      id: 'MIHQ2K9X4F7A',
      name: 'TypeError',
      message: "Cannot read properties of undefined (reading 'length')",
      stack: 'at openList (https://portal.example.com/assets/orders-CfW2x1Qz.js:1:5120)',
      page: '/portal/orders?page=2',
      release: '0.1.0',
      occurredAt: '2026-11-02T09:29:58.000Z',
      breadcrumbs: [
        { at: '2026-11-02T09:29:57.000Z', kind: 'CALL', text: 'GET /v1/order-private answered 200' },
        { at: '2026-11-02T09:29:58.000Z', kind: 'CLICK', text: 'button in main' },
      ],
    },
  })
export type BrowserError = z.input<typeof BrowserError>

const errorGroup = {
  id: z.string(),
  layer: z.enum(errorLayers),
  name: z.string(),
  message: classified('personal', z.string()).describe('Of the newest occurrence, without emails, phones and secrets'),
  place: classified('personal', z.string().optional()).describe('The page, call or job of the newest occurrence'),
  release: z.string().describe('Of the newest occurrence'),
  firstSeen: z.iso.datetime(),
  lastSeen: z.iso.datetime(),
  count: z.int(),
  resolvedAt: z.iso.datetime().nullable().describe('Null while it is open; it reopens when it occurs again'),
}

const groupExample = {
  layer: 'BROWSER',
  name: 'TypeError',
  message: "Cannot read properties of undefined (reading 'length')",
  place: '/portal/orders?page=2',
  release: '0.1.0',
  resolvedAt: null,
} as const

/** Occurrences of one error: in one layer, of one kind, from one place in the code. */
const ErrorGroup = z.object(errorGroup).meta({ id: 'ErrorGroup', example: groupExample })
export type ErrorGroup = z.infer<typeof ErrorGroup>

const ErrorOccurrence = z.object({
  id: ErrorId,
  occurredAt: z.iso.datetime(),
  message: classified('personal', z.string()),
  place: classified('personal', z.string().optional()),
  release: z.string(),
  browser: classified('personal', z.string().optional()),
  requestId: z.string().optional(),
  user: z
    .object({ id: z.string(), email: classified('personal', z.string().optional()) })
    .optional()
    .describe('Who was signed in; without an email once the account is closed'),
  stack: z.string().optional().describe('Source positions where they are known, the innermost call first'),
  breadcrumbs: z.array(Breadcrumb).describe('What happened before, the oldest first'),
})
export type ErrorOccurrence = z.infer<typeof ErrorOccurrence>

const ErrorDetail = z
  .object({
    ...errorGroup,
    occurrence: ErrorOccurrence.describe('The one that was asked for, or the newest'),
    recent: z
      .array(z.object({ id: ErrorId, occurredAt: z.iso.datetime() }))
      .describe('The newest occurrences that are kept'),
  })
  .meta({
    id: 'ErrorDetail',
    example: {
      ...groupExample,
      occurrence: {
        id: 'MIHQ2K9X4F7A',
        message: groupExample.message,
        place: groupExample.place,
        release: groupExample.release,
        browser: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0',
        stack: 'at openList (web/src/features/orders/order-list.tsx:41:12)',
        breadcrumbs: [{ kind: 'CLICK', text: 'button in main' }],
      },
      recent: [{ id: 'MIHQ2K9X4F7A' }],
    },
  })
export type ErrorDetail = z.infer<typeof ErrorDetail>

export const errorStatuses = ['OPEN', 'RESOLVED'] as const

export const ErrorQuery = PageQuery.extend({
  search: textLine().max(100).optional().describe('An error id, a request id, or a part of the name or message'),
  status: z.enum(errorStatuses).optional(),
  layer: z.enum(errorLayers).optional(),
})
export type ErrorQuery = z.infer<typeof ErrorQuery>

const ErrorResolution = z.strictObject({ isResolved: z.boolean() }).meta({
  id: 'ErrorResolution',
  example: { isResolved: true },
})

const errorParams = z.object({
  id: z
    .string()
    .regex(/^([0-9A-Z]{8,32}|[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12})$/, 'There is no such error')
    .describe('The id of the group, or the error id of an occurrence'),
})

const reportEndpoint = endpointFactory({ tag: 'Operations', access: 'ANYONE' })

export const errorReports = {
  report: reportEndpoint('POST /v1/errors', 'Report an error in a browser; a valid access token names its user', {
    body: BrowserError,
    status: 204,
    recognizesUser: true,
    maxBodyBytes: 64_000,
    limits: [{ name: 'error-reports', per: 'address', times: 30, seconds: 60 }],
  }),
}

const errorEndpoint = endpointFactory({ tag: 'Operations', access: ['SUPER_ADMIN'] })

export const adminErrors = {
  list: errorEndpoint('GET /v1/admin/errors', 'List unexpected errors of browsers, calls and jobs, newest first', {
    query: ErrorQuery,
    response: pageSchema(ErrorGroup),
    data: ['personal'],
  }),
  get: errorEndpoint('GET /v1/admin/errors/{id}', 'Get an error with one of its occurrences', {
    params: errorParams,
    response: ErrorDetail,
    data: ['personal'],
    errors: ['NOT_FOUND'],
  }),
  change: errorEndpoint('PATCH /v1/admin/errors/{id}', 'Resolve an error, or reopen it', {
    params: errorParams,
    body: ErrorResolution,
    response: ErrorGroup,
    data: ['personal'],
  }),
}
