import { z } from 'zod'
import { classified } from '../api/data-classes.ts'
import { endpointFactory } from '../api/endpoint.ts'
import { PageQuery, pageSchema } from '../api/paging.ts'
import { textLine } from '../api/text.ts'

export const storeLabels = { POSTGRESQL: 'PostgreSQL', CLICKHOUSE: 'ClickHouse' } as const

const StoreHealth = z.object({
  name: z.enum(['POSTGRESQL', 'CLICKHOUSE']),
  isUp: z.boolean(),
  isEmbedded: z.boolean(),
  version: z.string().optional(),
  milliseconds: z.number().optional().describe('Duration of a trivial query just now'),
  bytes: z.number().optional().describe('On disk'),
  connections: z.object({ open: z.int(), most: z.int() }).optional(),
  problem: z.string().optional().describe('Why it is down'),
})

export const jobStates = ['WAITING', 'RUNNING', 'RETRYING', 'FAILED'] as const
export type JobState = (typeof jobStates)[number]

const jobCounts = {
  waiting: z.int().describe('Queued, including jobs re-queued by an administrator'),
  running: z.int(),
  retrying: z.int().describe('Failed, and will be retried automatically'),
  failed: z.int().describe('Failed permanently: not retried unless requested'),
}

const JobCounts = z.object({
  ...jobCounts,
  oldestDue: z.iso.datetime().nullable().describe('When the longest-waiting job became due; null if none is due'),
  byTask: z
    .array(z.object({ task: z.string(), title: z.string(), ...jobCounts }))
    .describe('For each kind of job with jobs'),
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
  message: z.string().describe('A sentence that describes it'),
  isGrave: z.boolean().describe('Whether the portal cannot work until it is fixed'),
})
export type OperationsNotice = z.infer<typeof Notice>

/** The health of a portal, as seen by the process that answers. */
export const Operations = z
  .object({
    at: z.iso.datetime(),
    notices: z.array(Notice).describe('Problems that need attention, most severe first; empty if there are none'),
    versions: z.object({
      dooryard: z.string(),
      node: z.string(),
      contract: z.string().describe('The first 12 hex digits of the SHA-256 of the OpenAPI document'),
    }),
    server: z
      .object({
        startedAt: z.iso.datetime(),
        memoryBytes: z.int().describe('Resident'),
        streams: z.int().describe('Open event streams'),
        roles: z.array(z.enum(['api', 'worker'])),
      })
      .describe('The process that responded; others have their own values'),
    stores: z.array(StoreHealth),
    workers: z
      .array(z.object({ id: z.string(), beatAt: z.iso.datetime(), running: z.int() }))
      .describe('Workers with a heartbeat within the last 20 seconds'),
    jobs: JobCounts,
    orders: z.object({
      underWay: z.int(),
      putOff: z.int().describe('Of these, deferred because the contact provider cannot be reached'),
      oldest: z.iso.datetime().nullable().describe('When the oldest of these was placed'),
    }),
    webhooks: z.object({
      waiting: z.int().describe('Events waiting to be sent, now or later'),
      overdue: z.int().describe('Of these, overdue by more than a minute'),
      failing: z.int().describe('Failing webhooks, and those disabled for failing within the last day'),
    }),
    mails: z.object({
      way: z.enum(['SMTP', 'OUTBOX', 'NONE']).describe('NONE queues mails until a mail server is configured'),
      waiting: z.int().describe('Waiting to be sent or retried'),
      failed: z.int().describe('Failed permanently'),
    }),
    rolls: z.object({
      count: z.int(),
      properties: z.int(),
      dataVersion: z.iso
        .datetime()
        .nullable()
        .describe('When searchable data last changed; null before the first county dataset'),
      newest: z.iso.datetime().nullable(),
      importing: z.int().describe('Imports in progress'),
      failedImports: z.int().describe('Failed imports that can be retried'),
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

/** A job as shown to administrators: its subject by id, never its payload, which may contain a code or a password. */
export const Job = z
  .object({
    id: z.string(),
    task: z.string(),
    title: z.string().describe('A short description of the job'),
    about: z.object({ type: z.string(), id: z.string() }).optional(),
    state: z.enum(jobStates),
    attempts: z.int(),
    maxAttempts: z.int(),
    createdAt: z.iso.datetime(),
    runAt: z.iso.datetime().describe('When it runs next, or was due'),
    lastError: classified('personal', z.string().optional()),
  })
  .meta({ id: 'Job', example: { task: 'fulfil-order', state: 'RETRYING', attempts: 2, maxAttempts: 25 } })
export type Job = z.infer<typeof Job>

const RetriedJobs = z.object({ retried: z.int() }).meta({ id: 'RetriedJobs' })

const TaskRetry = z
  .strictObject({ task: textLine().min(1, 'Choose a kind of job').max(100, 'There is no such kind of job') })
  .meta({ id: 'RetryOfTask', example: { task: 'send-mail' } })

const operationsEndpoint = endpointFactory({ tag: 'Operations', access: ['SUPER_ADMIN'] })

export const operations = {
  get: operationsEndpoint(
    'GET /v1/admin/operations',
    'Get the system status: versions, databases, workers, jobs, county datasets, streams',
    { response: Operations },
  ),
  jobs: operationsEndpoint(
    'GET /v1/admin/jobs',
    'List unfinished jobs, permanently failed ones first, then by due time',
    {
      query: PageQuery.extend({ state: z.enum(jobStates).optional(), task: textLine().max(100).optional() }),
      response: pageSchema(Job),
      data: ['personal'],
    },
  ),
  retryJob: operationsEndpoint('POST /v1/admin/jobs/{id}/retry', 'Retry a failed job now, with all its attempts', {
    params: z.object({ id: z.string().regex(/^[1-9]\d{0,17}$/, 'There is no such job') }),
    response: Job,
    data: ['personal'],
    errors: ['CONFLICT'],
  }),
  retryTask: operationsEndpoint(
    'POST /v1/admin/jobs/retry',
    'Retry all permanently failed jobs of a kind now, with all their attempts',
    { body: TaskRetry, response: RetriedJobs },
  ),
}
