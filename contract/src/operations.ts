import { z } from 'zod'
import { classified } from './data-classes.ts'
import { callsWith } from './endpoint.ts'
import { line } from './line.ts'
import { PageQuery, pageOf } from './paging.ts'

export const storeNames = { POSTGRESQL: 'PostgreSQL', CLICKHOUSE: 'ClickHouse' } as const

const Store = z.object({
  name: z.enum(['POSTGRESQL', 'CLICKHOUSE']),
  isUp: z.boolean(),
  isEmbedded: z.boolean(),
  version: z.string().optional(),
  milliseconds: z.number().optional().describe('That the simplest question took just now'),
  bytes: z.number().optional().describe('On disk'),
  connections: z.object({ open: z.int(), most: z.int() }).optional(),
  problem: z.string().optional().describe('Why it is not up'),
})

export const jobStates = ['WAITING', 'RUNNING', 'RETRYING', 'FAILED'] as const
export type JobState = (typeof jobStates)[number]

const counts = {
  waiting: z.int().describe('Not begun, or to begin anew as an administrator had it'),
  running: z.int(),
  retrying: z.int().describe('Failed, and to be tried again by themselves'),
  failed: z.int().describe('Failed for the last time: nobody tries them again unless asked'),
}

const JobCounts = z.object({
  ...counts,
  oldestDue: z.iso
    .datetime()
    .nullable()
    .describe('Since when the job that has waited longest is due; null where none is'),
  byTask: z
    .array(z.object({ task: z.string(), title: z.string(), ...counts }))
    .describe('Of every kind of job that there are any of'),
})

const Notice = z.object({
  kind: z.enum([
    'STORE_DOWN',
    'NO_WORKER',
    'STORE_SLOW',
    'CONNECTIONS_NEAR_LIMIT',
    'NO_ROLL',
    'IMPORTS_FAILED',
    'ORDERS_PUT_OFF',
    'JOBS_LATE',
    'JOBS_FAILED',
    'MAILS_FAILED',
    'NO_MAIL_SERVER',
    'WEBHOOKS_OVERDUE',
    'WEBHOOKS_FAILING',
  ]),
  message: z.string().describe('What it is, as a sentence'),
  isGrave: z.boolean().describe('Whether the portal cannot do its work until it is mended'),
})
export type OperationsNotice = z.infer<typeof Notice>

/** How the machinery of a portal does, as the process that answers sees it. */
export const Operations = z
  .object({
    at: z.iso.datetime(),
    notices: z.array(Notice).describe('What needs looking after, the worst first; none when all is well'),
    versions: z.object({
      dooryard: z.string(),
      node: z.string(),
      contract: z.string().describe('SHA-256 of the description of the API, its first 12 hex digits'),
    }),
    server: z
      .object({
        startedAt: z.iso.datetime(),
        memoryBytes: z.int().describe('Resident'),
        streams: z.int().describe('Event streams open on it'),
        roles: z.array(z.enum(['api', 'worker'])),
      })
      .describe('Of the process that answered; others have their own'),
    stores: z.array(Store),
    workers: z
      .array(z.object({ id: z.string(), beatAt: z.iso.datetime(), running: z.int() }))
      .describe('That have shown that they live within the last 20 seconds'),
    jobs: JobCounts,
    orders: z.object({
      underWay: z.int(),
      putOff: z.int().describe('Of these, waiting for a contact provider that cannot be reached'),
      oldest: z.iso.datetime().nullable().describe('When the oldest of these was placed'),
    }),
    webhooks: z.object({
      waiting: z.int().describe('Events to be sent to an endpoint, now or later'),
      overdue: z.int().describe('Of these, due for more than a minute'),
      failing: z.int().describe('Webhooks that fail, or were disabled within a day because they did'),
    }),
    mails: z.object({
      way: z.enum(['SMTP', 'OUTBOX', 'NONE']).describe('NONE keeps them waiting until there is a mail server'),
      waiting: z.int().describe('To be sent, for the first time or again'),
      failed: z.int().describe('Given up'),
    }),
    rolls: z.object({
      count: z.int(),
      properties: z.int(),
      dataVersion: z.iso
        .datetime()
        .nullable()
        .describe('When something that searches look at last changed; null before the first roll'),
      newest: z.iso.datetime().nullable(),
      importing: z.int().describe('Imports that are not over'),
      failedImports: z.int().describe('Imports that failed and can be tried again'),
    }),
  })
  .meta({
    id: 'Operations',
    example: {
      at: '2026-11-02T09:30:00.000Z',
      notices: [],
      versions: { dooryard: '0.1.0', node: '24.21.0', contract: '9f86d081884c' },
      server: { startedAt: '2026-11-01T06:00:00.000Z', memoryBytes: 412000000, streams: 12, roles: ['api', 'worker'] },
      stores: [
        {
          name: 'POSTGRESQL',
          isUp: true,
          isEmbedded: true,
          version: '18.4',
          milliseconds: 0.4,
          bytes: 91000000,
          connections: { open: 6, most: 100 },
        },
      ],
      workers: [{ id: 'worker-a1', beatAt: '2026-11-02T09:29:58.000Z', running: 1 }],
      jobs: { waiting: 0, running: 1, retrying: 0, failed: 0, oldestDue: null, byTask: [] },
      orders: { underWay: 1, putOff: 0, oldest: '2026-11-02T09:29:57.000Z' },
      webhooks: { waiting: 0, overdue: 0, failing: 0 },
      mails: { way: 'OUTBOX', waiting: 0, failed: 0 },
      rolls: {
        ...{ count: 3, properties: 60000, dataVersion: '2026-11-01T06:04:11.000Z', newest: '2026-11-01T06:00:00.000Z' },
        ...{ importing: 0, failedImports: 0 },
      },
    },
  })
export type Operations = z.infer<typeof Operations>

/** A job as administrators see it: what it is about by id, never what is in it, which may be a code or a password. */
export const Job = z
  .object({
    id: z.string(),
    task: z.string(),
    title: z.string().describe('What it does, in words'),
    about: z.object({ type: z.string(), id: z.string() }).optional(),
    state: z.enum(jobStates),
    attempts: z.int(),
    maxAttempts: z.int(),
    createdAt: z.iso.datetime(),
    runAt: z.iso.datetime().describe('When it is next tried, or was due'),
    lastError: classified('personal', z.string().optional()),
  })
  .meta({ id: 'Job', example: { task: 'fulfil-order', state: 'RETRYING', attempts: 2, maxAttempts: 25 } })
export type Job = z.infer<typeof Job>

const RetriedJobs = z.object({ retried: z.int() }).meta({ id: 'RetriedJobs' })

const RetryOfTask = z
  .strictObject({ task: line().min(1, 'Choose a kind of job').max(100, 'There is no such kind of job') })
  .meta({ id: 'RetryOfTask', example: { task: 'send-mail' } })

const operationsCall = callsWith({ tag: 'Operations', access: ['SUPER_ADMIN'] })

export const operations = {
  get: operationsCall(
    'GET /v1/admin/operations',
    'How the machinery does: versions, stores, workers, jobs, rolls, streams',
    { response: Operations },
  ),
  jobs: operationsCall(
    'GET /v1/admin/jobs',
    'The jobs that are not done, those that failed for good first, then by when they are due',
    {
      query: PageQuery.extend({ state: z.enum(jobStates).optional(), task: line().max(100).optional() }),
      response: pageOf(Job),
      data: ['personal'],
    },
  ),
  retryJob: operationsCall(
    'POST /v1/admin/jobs/{id}/retry',
    'Have a job that failed tried again now, with all its attempts',
    {
      params: z.object({ id: z.string().regex(/^[1-9]\d{0,17}$/, 'There is no such job') }),
      response: Job,
      data: ['personal'],
      errors: ['CONFLICT'],
    },
  ),
  retryTask: operationsCall(
    'POST /v1/admin/jobs/retry',
    'Have every job of a kind that failed for good tried again now, with all its attempts',
    { body: RetryOfTask, response: RetriedJobs },
  ),
}
